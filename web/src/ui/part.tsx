import { lazy, useEffect, useState, type ComponentType } from 'react';
import { OFFLINE } from '@/errors';
import { toast } from '@/ui/toast';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A part of a page, fetched when it is first drawn. One that cannot be had is missing: it does not take the page with it. */
export function part<Props extends object>(load: Load<Props>) {
  return lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));
}

/**
 * A dialog, fetched when it is first opened. One that cannot be had says so and closes; opened anew, it is asked for
 * again.
 */
export function dialogPart<Props extends { onClose: () => void }>(load: Load<Props>) {
  let Dialog: ComponentType<Props> | undefined;
  return function DialogPart(props: Props) {
    const [, setLoaded] = useState(Dialog !== undefined);
    useEffect(() => {
      void fetchDialog();
      async function fetchDialog() {
        try {
          Dialog ??= (await load()).default;
          setLoaded(true);
        } catch {
          toast('error', OFFLINE);
          props.onClose();
        }
      }
      // oxlint-disable-next-line react/exhaustive-deps -- asked for once, when it is opened
    }, []);
    return Dialog ? <Dialog {...props} /> : null;
  };
}
