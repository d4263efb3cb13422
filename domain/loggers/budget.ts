import { z } from "zod";
import { MINUTE_MS } from "../units/durations.ts";

/** What may be spent at once, and how long one unit takes to be refilled, ms. */
export type BudgetRate = { burst: number; everyMs: number };

/** A budget as it is stored. Instants are ms UTC. */
export const budget = z.object({
  /** Units left at `at`. */
  left: z.number(),
  at: z.number(),
  /** The first and the newest refusal of a run of refusals; null while nothing is refused. */
  over: z
    .object({
      since: z.number(),
      last: z.number(),
      /** Units refused lately, less what a logger that is no flood may ask for. */
      excess: z.number().default(0),
      /** The newest refusal of a flood; null while the run is none. */
      flood: z.number().nullable().default(null),
    })
    .nullable()
    .default(null),
});
export type Budget = z.infer<typeof budget>;

/** Refusals that are further apart than this are not of one run. */
export const RUN_GAP_MS = 5 * MINUTE_MS;
/** A logger that exceeds a budget for this long is disconnected, ms. */
export const OVER_ALLOWED_MS = 10 * MINUTE_MS;
/** The refill waits while refusals of a flood come closer to each other than this. */
const QUIET_MS = 5_000;
/** More units than this, refused faster than this many times the refill, make a flood. */
const FLOOD_UNITS = 10;
const FLOOD_FACTOR = 1.5;
/** Maximum counted excess, so that a logger that calms down is soon no flood any more. */
const MAX_EXCESS = 2 * FLOOD_UNITS;

/**
 * The units left. A clock that steps back refills nothing. While a flood lasts the refill waits, so that it costs no
 * more than the burst: a pause of 5 s is enough in the first ten minutes, afterwards it takes one of 5 min. A logger
 * that asks for a little more than the refill is no flood and gets the refill.
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
 * The budget after units were spent.
 * @param refused how many more were asked for than there were
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
  // A frame a minute may have as many refused as sixty frames a second apart.
  const beyond = (run?.excess ?? 0) + refused - FLOOD_FACTOR * refilled;
  const excess = Math.min(MAX_EXCESS, Math.max(0, beyond));
  const flood = excess > FLOOD_UNITS ? now : (run?.flood ?? null);
  return { since: run?.since ?? now, last: now, excess, flood };
}

/** For how long more was asked for than there was, up to the newest refusal, ms; 0 while nothing is refused. */
export function timeOver(held: Budget | undefined, now: number): number {
  const run = runOf(held, now);
  return run === null ? 0 : run.last - run.since;
}

function runOf(held: Budget | undefined, now: number): Budget["over"] {
  const over = held?.over ?? null;
  return over !== null && now - over.last < RUN_GAP_MS ? over : null;
}

function pauseOf({ since, last }: NonNullable<Budget["over"]>, now: number): number {
  return Math.min(last, now) - since < OVER_ALLOWED_MS ? QUIET_MS : RUN_GAP_MS;
}
