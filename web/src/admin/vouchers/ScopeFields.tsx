import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { ProductSearchField } from '@/admin/components/ProductSearchField';
import type { Draft } from '@/admin/ui/useDraft';
import { categoriesQuery } from '@/api/catalog';
import { Checkbox } from '@/ui/Checkbox';
import { SelectField } from '@/ui/Field';
import type { Typed } from './form';

/** Scope of a voucher: everything, or some categories and products. */
export function ScopeFields({ draft: { draft, tie, change, errors } }: { draft: Draft<Typed> }) {
  const { scoped, products, categories } = draft;
  const all = useQuery({ ...categoriesQuery, enabled: scoped });
  return (
    <>
      <SelectField
        label="Berlaku untuk"
        {...tie('scoped')}
        hint={scoped ? 'Belanja minimum dihitung dari produk ini saja.' : undefined}
      >
        <option value="false">Semua produk</option>
        <option value="true">Kategori atau produk tertentu</option>
      </SelectField>
      {scoped && (
        <div className="grid min-w-0 gap-4 sm:col-span-2">
          <fieldset className="min-w-0">
            <legend className="text-sm font-medium">Kategori</legend>
            <div className="mt-1 grid gap-x-4 sm:grid-cols-3">
              {(all.data ?? []).map(({ id, name }) => (
                <label key={id} className="flex min-h-11 items-center gap-3 text-sm">
                  <Checkbox
                    checked={categories.includes(id)}
                    onChange={({ target }) =>
                      change({
                        categories: target.checked
                          ? [...categories, id]
                          : categories.filter((each) => each !== id),
                      })
                    }
                  />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <ProductSearchField
            label="Tambah produk"
            error={errors.products}
            onPick={({ id, name }) => {
              if (products.every((each) => each.id !== id))
                change({ products: [...products, { id, name }] });
            }}
          />
          {products.length > 0 && (
            <ul aria-label="Produk yang dipilih" className="divide-y divide-line text-sm">
              {products.map(({ id, name }) => (
                <li key={id} className="flex items-center gap-3 py-1">
                  <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                  <button
                    type="button"
                    aria-label={`Keluarkan ${name}`}
                    onClick={() => change({ products: products.filter((each) => each.id !== id) })}
                    className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
                  >
                    <X aria-hidden size={18} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
