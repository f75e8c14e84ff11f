import { useNavigate } from "@tanstack/react-router";

/**
 * Changes some of the search parameters of the open screen, without scrolling the page. `replace`
 * is for a place that Back should not return to.
 */
export function useGo<Search extends object>() {
  const navigate = useNavigate();
  return (change: Partial<Search>, { replace = false }: { replace?: boolean } = {}) =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, ...change }),
      resetScroll: false,
      replace,
    });
}
