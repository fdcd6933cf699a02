import type { ComponentProps } from 'react';
import { dotted } from '@/admin/ui/wholeNumber';
import { TextField } from '@/ui/Field';

type Props = Omit<ComponentProps<typeof TextField>, 'onChange'> & {
  onChange: (event: { target: { value: string } }) => void;
};

/** Field for a whole number; when left, it shows a dot between thousands. */
export function NumberField({ onChange, ...field }: Props) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      maxLength={24}
      {...field}
      onChange={onChange}
      onBlur={({ target: { value } }) => {
        const shown = dotted(value);
        if (shown !== value) onChange({ target: { value: shown } });
      }}
    />
  );
}
