import { StaleFinder, type StaleState } from "#domain/history/stale.ts";
import type { Channel } from "./sample-set.ts";
import type { StaleSpan } from "./stale-rows.ts";

/** Continues the detection for one register; the first interval may have begun before the samples. */
export function findStale(
  state: StaleState | undefined,
  { at, values }: Channel,
): { state: StaleState; spans: StaleSpan[] } {
  const finder = new StaleFinder(state);
  const spans: StaleSpan[] = [];
  let open: StaleSpan | null = openSpan(state);
  for (const [index, instant] of at.entries()) {
    const value = values[index];
    if (typeof value !== "number") continue;
    const { isStale, since } = finder.read(instant, value);
    if (!isStale) open = null;
    else if (open !== null && since === null) open.to = instant;
    else open = { from: since ?? instant, to: instant };
    if (open !== null && spans.at(-1) !== open) spans.push(open);
  }
  return { state: finder.state, spans };
}

/** Returns the open interval of a state so far. */
export function openSpan(state: StaleState | undefined): StaleSpan | null {
  const run = state?.run ?? null;
  return run?.isStale === true ? { from: run.from, to: run.to } : null;
}
