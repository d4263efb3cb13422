import type { MouseEvent } from "react";
import { type NavigateOptions, useNavigate } from "react-router";

/**
 * One listener for all plain links inside an element: a plain click leads on without loading a page anew. Where links
 * are many or on every page, React Router's own take the server longer than the rest of what they are in.
 */
export function useClientNavigation(options?: NavigateOptions): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { button, metaKey, altKey, ctrlKey, shiftKey, target } = event;
    if (event.defaultPrevented || button !== 0) return;
    if (metaKey || altKey || ctrlKey || shiftKey) return;
    const address = (target as Element).closest("a")?.getAttribute("href");
    if (address === undefined || address === null) return;
    event.preventDefault();
    // A place on this page: the rest of the address stays.
    if (address.startsWith("#")) return void navigate(location.search + address, options);
    // Where one is already is no step that the way back would take.
    const replace = address === location.pathname + location.search;
    void navigate(address, { replace, ...options });
  };
}
