import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** Gives the query parameters of the page's address; `useChooseParam` sets them. The router's own is made for its framework too. */
export function useAddressParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
