import type { ReactNode } from 'react';
import { TextField } from '@/ui/Field';
import { useFieldBinding } from './designer';
import { PathFault } from './PathFault';

type Props = {
  label: string;
  path: string;
  named: { name: string; code: string };
  onName: (name: string) => void;
  onCode: (code: string) => void;
  /** Field next to the name. */
  children: ReactNode;
};

/** Name of a rank or a component. Its code, made from the name, is shown only if it has a fault. */
export function NamedFields({ label, path, named, onName, onCode, children }: Props) {
  const tie = useFieldBinding();
  const code = tie(`${path}.code`);
  return (
    <>
      <PathFault path={path} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={label}
          autoComplete="off"
          maxLength={60}
          {...tie(`${path}.name`)}
          value={named.name}
          onChange={({ target }) => onName(target.value)}
        />
        {children}
        {code.error && (
          <TextField
            label="Kode"
            autoComplete="off"
            maxLength={60}
            {...code}
            value={named.code}
            onChange={({ target }) => onCode(target.value)}
          />
        )}
      </div>
    </>
  );
}
