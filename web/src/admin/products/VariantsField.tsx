import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/ui/Button';
import { inputClass } from '@/ui/Field';
import { Sortable } from '@/admin/ui/Sortable';

type Props = {
  variants: string[];
  onChange: (variants: string[]) => void;
  error?: string | undefined;
};

/** The variants of a product: added, renamed, put in order and taken away. */
export function VariantsField({ variants, onChange, error }: Props) {
  const list = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);

  // Whoever adds one goes on to type its name.
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    const inputs = list.current?.querySelectorAll('input');
    inputs?.[inputs.length - 1]?.focus();
  });

  const add = () => {
    added.current = true;
    onChange([...variants, '']);
  };
  return (
    <fieldset ref={list}>
      <legend className="mb-1.5 text-sm font-medium">Varian</legend>
      <Sortable
        label="Varian"
        // Their places are their keys: two may have the same name while they are typed.
        items={variants.map((name, place) => ({ name, place }))}
        keyOf={({ place }) => String(place + 1)}
        nameOf={({ name }, index) => name || `varian ${index + 1}`}
        onOrder={(items) => onChange(items.map(({ name }) => name))}
        className="grid gap-2"
        render={({ name }, handle, index) => (
          <div className="flex items-center gap-1 bg-surface">
            {handle}
            <input
              name="variants"
              aria-label={`Nama varian ${index + 1}`}
              aria-invalid={error !== undefined}
              aria-describedby="variants-note"
              maxLength={60}
              value={name}
              onChange={(event) =>
                onChange(
                  variants.map((each, place) => (place === index ? event.target.value : each)),
                )
              }
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
              className={inputClass(error !== undefined)}
            />
            <button
              type="button"
              aria-label={`Hapus varian ${name || index + 1}`}
              onClick={() => onChange(variants.filter((_, place) => place !== index))}
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-danger-soft hover:text-danger"
            >
              <X aria-hidden size={18} />
            </button>
          </div>
        )}
      />
      <Button
        look="outline"
        onClick={add}
        className={variants.length > 0 ? 'mt-2' : ''}
        disabled={variants.length >= 30}
      >
        <Plus aria-hidden size={18} />
        Tambah varian
      </Button>
      <p id="variants-note" className={`mt-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
        {error ??
          'Kosongkan bila produk tidak punya pilihan. Varian yang diganti namanya atau dihapus tidak dapat dibeli lagi dari keranjang yang sudah berisi nama lamanya.'}
      </p>
    </fieldset>
  );
}
