import type { KeyboardEvent } from "react";
import { shift } from "./time-window.ts";
import { type Gestures, zoomBy } from "./use-chart-gestures.ts";

const CURSOR_STEPS = 200;
const FAST = 10;
const HALF = 0.5;

/**
 * Arrow keys move the cursor; if the span can be changed, + and − zoom, and the page keys or shift with arrows move the
 * span.
 */
export function pressChartKey(event: KeyboardEvent, gestures: Gestures, cursor: number | null) {
  const { span, limits, onCursor, onSpan } = gestures;
  const length = span.to - span.from;
  const middle = span.from + length / 2;
  const by = (direction: -1 | 1) => {
    const step = (length / CURSOR_STEPS) * (event.shiftKey ? FAST : 1) * direction;
    onCursor(Math.min(span.to, Math.max(span.from, (cursor ?? middle) + step)));
  };
  const move = (share: number) => onSpan?.(shift(span, share * length, limits));
  const around = cursor !== null && cursor > span.from && cursor < span.to ? cursor : middle;
  const keys: Record<string, () => void> = {
    ArrowLeft: () => by(-1),
    ArrowRight: () => by(1),
    Escape: () => onCursor(null),
    ...(onSpan && {
      "+": () => zoomBy(gestures, -1, around),
      "=": () => zoomBy(gestures, -1, around),
      "-": () => zoomBy(gestures, 1, around),
      PageUp: () => move(-HALF),
      PageDown: () => move(HALF),
      Home: () => onSpan(shift(span, limits.from - span.from, limits)),
      End: () => onSpan(shift(span, limits.to - span.to, limits)),
    }),
  };
  const press = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (press === undefined) return;
  event.preventDefault();
  press();
}
