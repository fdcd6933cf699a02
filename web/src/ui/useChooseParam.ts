import { useNavigate } from 'react-router-dom';

/**
 * Sets one query parameter of the page, or removes it when empty; history and scroll position stay
 * unchanged.
 */
export function useChooseParam<Key extends string>() {
  const navigate = useNavigate();
  return (key: Key, value: string) => {
    // The current address is read: the last drawing may not include the latest choice.
    const params = new URLSearchParams(window.location.search);
    if (value) params.set(key, value);
    else params.delete(key);
    void navigate(`?${params}`, { replace: true });
  };
}
