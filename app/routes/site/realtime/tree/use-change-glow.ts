import { type RefObject, useEffect, useRef } from "react";

const GLOW_MS = 1_200;
/** A value that changes all the time would glow all the time: only one that had held still so long does. */
const STILL_MS = 4_000;

/** Lets an element glow for a moment when what it shows has changed. */
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
