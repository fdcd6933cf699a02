import { useId, type ComponentProps, type ReactNode } from 'react';
import { buttonClass } from '@/ui/buttonClass';

type Props = {
  /** Called with the chosen files, at least one, each time the user chooses. */
  onPick: (files: File[]) => void;
  /** Content of the button. */
  children: ReactNode;
  /** Classes for the button's position. */
  className?: string;
  /**
   * Whether the chosen files are being processed: nothing else can be chosen then, and the keyboard
   * focus stays.
   */
  busy?: boolean;
  /** Whether the user chooses a folder, all of whose files are passed on. */
  folder?: boolean;
} & Pick<
  ComponentProps<'input'>,
  'name' | 'accept' | 'multiple' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
>;

/** MIME types accepted as pictures. */
export const PICTURES = 'image/jpeg,image/png,image/webp';

/** Lets the user choose one file, or several. */
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
          // Allows the same file to be chosen again, because its content may have changed.
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
