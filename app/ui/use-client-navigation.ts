import type { MouseEvent } from "react";
import { type NavigateOptions, useNavigate } from "react-router";

/**
 * One click handler for all plain links inside an element: a plain click navigates without reloading the document.
 * React Router's own links would take the server longer to render than their content where there are many of them.
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
    // An anchor on this page: the rest of the address stays.
    if (address.startsWith("#")) return void navigate(location.search + address, options);
    // A link to the current page adds no entry to the browser's history.
    const replace = address === location.pathname + location.search;
    void navigate(address, { replace, ...options });
  };
}
