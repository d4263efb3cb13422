import type { MouseEvent } from "react";
import { type NavigateOptions, useNavigate } from "react-router";

/**
 * One click handler for all plain links inside an element: a plain click navigates without reloading the document.
 * React Router's own links would take the server longer to render than their content where there are many of them.
 * @param addressOf returns the address that a link leads to when it is followed; by default that of the link
 */
export function useClientNavigation(
  options?: NavigateOptions,
  addressOf?: (href: string) => string,
): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { button, metaKey, altKey, ctrlKey, shiftKey, target } = event;
    if (event.defaultPrevented || button !== 0) return;
    if (metaKey || altKey || ctrlKey || shiftKey) return;
    const href = (target as Element).closest("a")?.getAttribute("href");
    if (href === undefined || href === null) return;
    const address = addressOf?.(href) ?? href;
    event.preventDefault();
    // An anchor on this page: the rest of the address stays.
    if (address.startsWith("#")) return void navigate(location.search + address, options);
    // A link to the current page adds no entry to the browser's history.
    const replace = address === location.pathname + location.search;
    void navigate(address, { replace, ...options });
  };
}
