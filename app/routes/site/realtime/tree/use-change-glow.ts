import { type RefObject, useEffect, useRef } from "react";

const GLOW_MS = 1_200;
/** Only a value that was stable for this long, ms, is highlighted on a change. */
const STILL_MS = 4_000;

/** Highlights an element briefly when its content has changed. */
export function useChangeGlow(shown: string): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const last = useRef<{ shown: string; at: number }>(null);
  useEffect(() => {
    const now = performance.now();
    const before = last.current;
    last.current = { shown, at: now };
    if (before === null || before.shown === shown || now - before.at < STILL_MS) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    element.current?.animate(
      [
        { backgroundColor: "var(--hp-colors-brand-emphasized)" },
        { backgroundColor: "transparent" },
      ],
      { duration: GLOW_MS, easing: "ease-out" },
    );
  }, [shown]);
  return element;
}
