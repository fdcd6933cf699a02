import { lazy, useEffect, useState, type ComponentType } from 'react';
import { OFFLINE } from '@/errors';
import { toast } from '@/ui/toast';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Returns a part of a page, fetched when it is first drawn. If it cannot be fetched, only this part
 * is missing, not the page.
 */
export function part<Props extends object>(load: Load<Props>) {
  return lazy<ComponentType<Props>>(() => load().catch(() => ({ default: () => null })));
}

/**
 * Returns a dialog, fetched when it is first opened. If it cannot be fetched, it reports that and
 * closes; opening it again repeats the request.
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
