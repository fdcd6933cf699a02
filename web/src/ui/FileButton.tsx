import { useId, type ComponentProps, type ReactNode } from 'react';
import { buttonClass } from '@/ui/buttonClass';

type Props = {
  /** Called with what was chosen, once or more. */
  onPick: (files: File[]) => void;
  /** Content of the button. */
  children: ReactNode;
  /** Classes for the button's position. */
  className?: string;
  /** Whether what was chosen is worked on: nothing else can be chosen then, and the keyboard keeps its place. */
  busy?: boolean;
  /** Whether all files of a folder are asked for. */
  folder?: boolean;
} & Pick<
  ComponentProps<'input'>,
  'name' | 'accept' | 'multiple' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
>;

/** MIME types accepted as pictures. */
export const PICTURES = 'image/jpeg,image/png,image/webp';

/** Asks for a file, or for several. */
export function FileButton({
  onPick,
  children,
  className = '',
  busy = false,
  folder = false,
  ...input
}: Props) {
  const id = useId();
  return (
    <>
      <input
        {...input}
        {...(folder && { webkitdirectory: '' })}
        id={id}
        type="file"
        aria-disabled={busy || undefined}
        onClick={(event) => busy && event.preventDefault()}
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
          `cursor-pointer peer-aria-disabled:opacity-60 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand ${className}`,
        )}
      >
        {children}
      </label>
    </>
  );
}
