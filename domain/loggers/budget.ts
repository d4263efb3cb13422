import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** Rate of a budget: the maximum number of units at once, and the time in which one unit is refilled, ms. */
export type BudgetRate = { burst: number; everyMs: number };

/** Stored state of a budget. Instants are ms UTC. */
export const budget = z.object({
  /** Units left at `at`. */
  left: z.number(),
  at: z.number(),
  /** First and newest refusal of a run of refusals; null while nothing is refused. */
  over: z
    .object({
      since: z.number(),
      last: z.number(),
      /** Units refused recently, minus `FLOOD_FACTOR` times the units refilled since then. */
      excess: z.number().default(0),
      /** Newest refusal of a flood; null while the run is not a flood. */
      flood: z.number().nullable().default(null),
    })
    .nullable()
    .default(null),
});
export type Budget = z.infer<typeof budget>;

/** Refusals that are further apart than this belong to different runs, ms. */
export const RUN_GAP_MS = 5 * MINUTE_MS;
/** A logger that exceeds a budget for this long is disconnected, ms. */
export const MAX_OVER_MS = 10 * MINUTE_MS;
/** The refill is paused while the refusals of a flood are closer to each other than this, ms. */
const QUIET_MS = 5 * SECOND_MS;
/** A run of refusals is a flood if its excess is greater than this number of units. */
const FLOOD_UNITS = 10;
/** Refusals at up to this multiple of the refill rate add no excess. */
const FLOOD_FACTOR = 1.5;
/** Maximum excess that is counted, so that a flood ends soon after the logger slows down. */
const MAX_EXCESS = 2 * FLOOD_UNITS;

/**
 * Returns the units left at an instant. A clock that steps back refills nothing. During a flood the refill is paused,
 * so that a flood costs no more than the burst: it resumes after 5 s without refusals in the first ten minutes of a
 * run, and after 5 min later on. A logger that exceeds the refill only slightly is no flood and gets the refill.
 * @param now ms UTC
 */
export function unitsLeft(held: Budget | undefined, { burst, everyMs }: BudgetRate, now: number) {
  if (held === undefined) return burst;
  const { left, at, over } = held;
  const flood = over?.flood ?? null;
  if (over !== null && flood !== null && now - flood < pauseOf(over, now))
    return Math.min(burst, left);
  return Math.min(burst, left + Math.max(0, now - at) / everyMs);
}

/**
 * Returns the budget after units were spent.
 * @param now ms UTC
 * @param spent.count units spent
 * @param spent.refused units requested beyond those left
 */
export function spendUnits(
  held: Budget | undefined,
  rate: BudgetRate,
  now: number,
  { count, refused }: { count: number; refused: number },
): Budget {
  const left = unitsLeft(held, rate, now) - count;
  const run = runOf(held, now);
  return { left, at: now, over: refused > 0 ? overAfter(run, rate, now, refused) : run };
}

function overAfter(
  run: Budget["over"],
  { everyMs }: BudgetRate,
  now: number,
  refused: number,
): Budget["over"] {
  const refilled = run === null ? 0 : Math.max(0, now - run.last) / everyMs;
  // Counting by rate treats one frame a minute like sixty frames a second apart with the same number of refusals.
  const beyond = (run?.excess ?? 0) + refused - FLOOD_FACTOR * refilled;
  const excess = Math.min(MAX_EXCESS, Math.max(0, beyond));
  const flood = excess > FLOOD_UNITS ? now : (run?.flood ?? null);
  return { since: run?.since ?? now, last: now, excess, flood };
}

/**
 * Returns the duration of the current run of refusals, up to the newest one, ms; 0 while nothing is refused.
 * @param now ms UTC
 */
export function timeOver(held: Budget | undefined, now: number): number {
  const run = runOf(held, now);
  return run === null ? 0 : run.last - run.since;
}

function runOf(held: Budget | undefined, now: number): Budget["over"] {
  const over = held?.over ?? null;
  return over !== null && now - over.last < RUN_GAP_MS ? over : null;
}

function pauseOf({ since, last }: NonNullable<Budget["over"]>, now: number): number {
  return Math.min(last, now) - since < MAX_OVER_MS ? QUIET_MS : RUN_GAP_MS;
}
