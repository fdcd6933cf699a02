import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Returns the query parameters of the page's address; `useChooseParam` sets them. The router's own
 * hook also supports its framework mode, with more code.
 */
export function useAddressParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
