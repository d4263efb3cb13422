import { useSyncExternalStore } from "react";

const isDark = () => document.documentElement.classList.contains("dark");

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** Whether the page is shown dark; the server, which may not know, assumes light. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark, () => false);
}
