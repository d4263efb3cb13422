import type { KeyboardEvent } from "react";
import { shift } from "./time-window.ts";
import { type Gestures, zoomBy } from "./use-chart-gestures.ts";

const CURSOR_STEPS = 200;
const FAST = 10;
const HALF = 0.5;

/** Runs the action of a pressed key, if it has one. */
export function pressKey(
  event: KeyboardEvent,
  actions: Readonly<Record<string, () => void>>,
): void {
  const press = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
  if (press === undefined) return;
  event.preventDefault();
  press();
}

/**
 * Keys of a chart over time: arrows move the cursor, with shift in larger steps. If the span can be changed, + and −
 * zoom, and the page keys, Home and End move it.
 */
export function pressTimeKey(
  event: KeyboardEvent,
  gestures: Gestures,
  cursor: number | null,
): void {
  const { span, limits, onCursor, onSpan } = gestures;
  const length = span.to - span.from;
  const middle = span.from + length / 2;
  const by = (direction: -1 | 1) => {
    const step = (length / CURSOR_STEPS) * (event.shiftKey ? FAST : 1) * direction;
    onCursor(Math.min(span.to, Math.max(span.from, (cursor ?? middle) + step)));
  };
  const move = (share: number) => onSpan?.(shift(span, share * length, limits));
  const around = cursor !== null && cursor > span.from && cursor < span.to ? cursor : middle;
  pressKey(event, {
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
  });
}
