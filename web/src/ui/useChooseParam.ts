import { useNavigate } from 'react-router-dom';

/** Query parameters with the cursor of a table. */
const CURSORS = ['cursor', 'left_out_cursor'] as const;

export type CursorParam = (typeof CURSORS)[number];

/**
 * Sets one query parameter of the page, or removes it when empty; history and scroll position stay
 * unchanged. Tables then begin at their first page.
 */
export function useChooseParam<Key extends string>() {
  const navigate = useNavigate();
  return (key: Key, value: string) => {
    // The current address is read: the last drawing may not include the latest choice.
    const params = new URLSearchParams(window.location.search);
    if (value) params.set(key, value);
    else params.delete(key);
    for (const name of CURSORS) params.delete(name);
    void navigate(`?${params}`, { replace: true });
  };
}
