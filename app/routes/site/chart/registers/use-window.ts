import { useCallback, useEffect, useRef, useState } from "react";
import type { DateShortcut } from "#domain/history/date-shortcuts.ts";
import type { Span } from "#domain/history/local-days.ts";

/** Number of steps that can be undone. */
const REMEMBERED = 50;
/** Changes within this time, ms, become one step of the browser's history. */
const ONE_STEP_MS = 700;

export type CurveWindow = {
  span: Span;
  /** Shortcut that was used; null if the window was set by hand. */
  shortcut: DateShortcut | null;
};

/** The visible window, with an undo history. */
export function useWindow(first: () => CurveWindow) {
  const [window, setWindow] = useState(first);
  const past = useRef<CurveWindow[]>([]);
  const changed = useRef(0);
  const [mayGoBack, setMayGoBack] = useState(false);
  const present = useRef(window);
  present.current = window;
  const show = useCallback((next: CurveWindow) => {
    const now = Date.now();
    if (now - changed.current > ONE_STEP_MS)
      past.current = [...past.current.slice(-REMEMBERED), present.current];
    changed.current = now;
    setWindow(next);
    setMayGoBack(true);
  }, []);
  const setSpan = useCallback((span: Span) => show({ span, shortcut: null }), [show]);
  const goBack = useCallback(() => {
    const before = past.current.pop();
    if (before !== undefined) setWindow(before);
    changed.current = 0;
    setMayGoBack(past.current.length > 0);
  }, []);
  return { ...window, show, setSpan, goBack: mayGoBack ? goBack : null };
}

/** Writes the state into the page's address after a pause, without a request to the server. */
export function useAddress(write: () => string): void {
  const query = write();
  useEffect(() => {
    const timer = setTimeout(() => {
      if (location.search !== query) history.replaceState(history.state, "", query + location.hash);
    }, ONE_STEP_MS);
    return () => clearTimeout(timer);
  }, [query]);
}
