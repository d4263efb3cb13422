import { useLocation } from "react-router";

/** Action of the sign-out form: the next login returns to this page. */
export function useLogoutAction(): string {
  const { pathname, search } = useLocation();
  return `/logout?${new URLSearchParams({ redirect: pathname + search })}`;
}
