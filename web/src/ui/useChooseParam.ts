import { useNavigate } from 'react-router-dom';

/** Sets one query parameter of the page, or removes it when empty; history and scroll stay as they are. */
export function useChooseParam<Key extends string>() {
  const navigate = useNavigate();
  return (key: Key, value: string) => {
    // The address as it is by now: the last drawing may not know of a choice made a moment ago.
    const params = new URLSearchParams(window.location.search);
    if (value) params.set(key, value);
    else params.delete(key);
    void navigate(`?${params}`, { replace: true });
  };
}
