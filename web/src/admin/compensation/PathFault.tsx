import { useFieldBinding } from './designer';

/** Fault of a part that is not a field, such as a list. */
export function PathFault({ path }: { path: string }) {
  const { error } = useFieldBinding()(path);
  return error ? <p className="mt-1 text-sm text-danger">{error}</p> : null;
}
