import { useId, type ComponentProps, type ReactNode } from 'react';
import { buttonClass } from '@/ui/button';

type Props = {
  /** Called with what was chosen, once or more. */
  onPick: (files: File[]) => void;
  /** What stands on the button. */
  children: ReactNode;
  /** Where the button lies, as classes. */
  className?: string;
} & Pick<
  ComponentProps<'input'>,
  'name' | 'accept' | 'multiple' | 'disabled' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
>;

/** What a shop takes as a picture. */
export const PICTURES = 'image/jpeg,image/png,image/webp';

/** Asks for a file, or for several. */
export function FileButton({ onPick, children, className = '', ...input }: Props) {
  const id = useId();
  return (
    <>
      <input
        {...input}
        id={id}
        type="file"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again, when it is another one by then.
          event.target.value = '';
          if (files.length > 0) onPick(files);
        }}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={buttonClass(
          'outline',
          `cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand ${className}`,
        )}
      >
        {children}
      </label>
    </>
  );
}
