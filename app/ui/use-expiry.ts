import { useLocation, useNavigate } from "react-router";
import { LEAVE_AFTER_MS } from "./leave-delay.ts";

/** Redirects to the login after time to read that the session has ended, and from there back to this page. */
export function useExpiry(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    const query = new URLSearchParams({ redirect: pathname + search, reason: "expired" });
    setTimeout(() => navigate(`/login?${query}`), LEAVE_AFTER_MS);
  };
}
