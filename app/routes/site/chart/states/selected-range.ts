import {
  type DateShortcut,
  STATE_CURVE_PRESETS,
  type StateCurvePreset,
  spanOfShortcut,
} from "#domain/history/date-shortcuts.ts";
import type { Span } from "#domain/history/local-days.ts";

/** A range, and the name by which it was selected. */
export type SelectedRange = { span: Span; shortcut: DateShortcut | null };

export const PRESETS = Object.keys(STATE_CURVE_PRESETS) as StateCurvePreset[];

export function rangeOf(shortcut: DateShortcut, timeZone: string, now: number): SelectedRange {
  return { span: spanOfShortcut(shortcut, timeZone, now), shortcut };
}

/** The preset that equals a span, after stepping to another day. */
export function nameRange(span: Span, timeZone: string, now: number): SelectedRange {
  const shortcut = Object.values(STATE_CURVE_PRESETS).find((name) => {
    const { from, to } = spanOfShortcut(name, timeZone, now);
    return from === span.from && to === span.to;
  });
  return { span, shortcut: shortcut ?? null };
}
