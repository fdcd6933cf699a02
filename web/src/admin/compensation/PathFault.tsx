import { useFieldBinding } from './designer';

/** Error message about a part of the plan that is not an input, such as a list. */
export function PathFault({ path }: { path: string }) {
  const { error } = useFieldBinding()(path);
  return error ? <p className="mt-1 text-sm text-danger">{error}</p> : null;
}
