import { useSearchParams } from 'react-router-dom';

/** Sets one query parameter of the page, or removes it when empty; history and scroll stay as they are. */
export function useChooseParam<Key extends string>() {
  const [, setParams] = useSearchParams();
  return (key: Key, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(key, value);
        else after.delete(key);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
}
