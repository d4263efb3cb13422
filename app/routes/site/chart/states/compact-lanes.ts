import { toneOfEquipment } from "#app/ui/equipment-tone.ts";
import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import type { Span } from "#domain/history/local-days.ts";
import { firstAfter, lanesOf, rankOf, type StateBar, type StateInterval } from "./state-lanes.ts";

/** Patterns over the colour of a status. */
export type StateMark = "plain" | "rising" | "falling" | "dots" | "upright" | "level" | "grid";

/** The first status of these colours always has the same pattern, so that it is recognized without colour. */
const FIXED: Readonly<Record<string, StateMark>> = {
  fault: "grid",
  warning: "rising",
  quiet: "level",
};
const OTHERS: readonly StateMark[] = ["plain", "falling", "dots", "upright", "rising", "level"];

/**
 * Gives each status that occurs in a span a pattern. Statuses of one colour get different patterns while there are
 * enough.
 */
export function markStatuses(
  pieces: readonly { intervals: readonly StateInterval[] }[],
  span: Span,
): { status: EquipmentStatus; mark: StateMark }[] {
  const all = pieces.flatMap(({ intervals }) => intervals);
  const used = new Map<string, number>();
  return lanesOf(all, span).map((status) => {
    const tone = toneOfEquipment(status);
    const place = used.get(tone) ?? 0;
    used.set(tone, place + 1);
    const fixed = FIXED[tone];
    const marks = fixed === undefined ? OTHERS : [fixed, ...OTHERS.filter((one) => one !== fixed)];
    return { status, mark: marks[place % marks.length] ?? "plain" };
  });
}

/** Shortest part of a lane that is drawn by itself, px. */
const SHORT_PX = 1.5;

/**
 * Parts of a lane in a window, limited to what is visible however many intervals there are: a run of short intervals is
 * one part with the worst of their statuses, so that a short fault stays visible.
 * @param width width of the lane, px
 */
export function segmentsOf(
  intervals: readonly StateInterval[],
  window: Span,
  width: number,
): StateBar[] {
  const short = ((window.to - window.from) / Math.max(1, width)) * SHORT_PX;
  const segments: StateBar[] = [];
  for (let place = firstAfter(intervals, window.from); place < intervals.length; place += 1) {
    const interval = intervals[place] as StateInterval;
    if (interval.from >= window.to) break;
    const from = Math.max(interval.from, window.from);
    const to = Math.min(interval.to, window.to);
    const { status } = interval;
    const last = segments.at(-1);
    const isNext = last !== undefined && from - last.to < short;
    if (isNext && last.status === status) last.to = to;
    else if (isNext && last.to - last.from < short && to - from < short) {
      last.to = to;
      if (rankOf(status) < rankOf(last.status)) last.status = status;
    } else segments.push({ status, from, to });
  }
  return segments;
}

type Step = { window: Span; at: number | null; key: string };

/**
 * Returns the instant to which a key moves the cursor: arrows to the next or previous change of the status, Home and End
 * to the ends of the window; null for other keys.
 */
export function stepState(
  intervals: readonly StateInterval[],
  { window, at, key }: Step,
): number | null {
  if (key === "Home") return window.from;
  if (key === "End") return window.to;
  if (key === "ArrowRight") {
    if (at === null || at < window.from) return window.from;
    const next = intervals[firstAfter(intervals, at)];
    if (next === undefined) return window.to;
    return Math.min(window.to, next.from > at ? next.from : next.to);
  }
  if (key === "ArrowLeft") {
    if (at === null || at > window.to) return window.to;
    const place = firstAfter(intervals, at - 1);
    const here = intervals[place];
    if (here !== undefined && here.from < at) return Math.max(window.from, here.from);
    return Math.max(window.from, intervals[place - 1]?.to ?? window.from);
  }
  return null;
}
