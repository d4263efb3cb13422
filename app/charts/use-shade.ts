import { useSyncExternalStore } from "react";
import type { Shade } from "../theme/palette.ts";

const isDark = () => document.documentElement.classList.contains("dark");

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** A canvas knows no variables of the stylesheet: picks the colour of the present appearance, light or dark. */
export function useShade(): (shade: Shade) => string {
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return ([light, darkShade]) => (dark ? darkShade : light);
}
