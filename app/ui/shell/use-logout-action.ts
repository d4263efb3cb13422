import { useLocation } from "react-router";

/** Where the log-out form posts to: the next login comes back to this page. */
export function useLogoutAction(): string {
  const { pathname, search } = useLocation();
  return `/logout?${new URLSearchParams({ redirect: pathname + search })}`;
}
