import { equipmentOf } from "#domain/registers/address-parts.ts";
import type { Register } from "#domain/registers/register.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { NoDataRule } from "../site-rules.ts";
import type { ConditionEpisode } from "./platform-conditions.ts";

/** A register that has reported at least once, with the instant of its newest value, ms UTC, at most its receipt. */
export type ReportedRegister = {
  address: string;
  newestAt: number;
  /** Whether its values may be sent only when they change. */
  isOnChange?: boolean;
};

/** Returns the usual interval between the values of a register, ms; null if it has had a single one, 0 if unknown. */
type IntervalOf = (address: string) => number | null;

/** Silent equipment by address, and the next instant at which more may become silent; null if nothing can. */
export type Silence = { silent: Map<string, ConditionEpisode>; nextAt: number | null };

/**
 * Returns whether the no-data alarm watches a register by itself: its values are measurements. Texts, states and settings
 * may be sent only when they change; they count if equipment has nothing else.
 */
export function isWatchedForData({ kind, access }: Pick<Register, "kind" | "access">): boolean {
  return (kind === "gauge" || kind === "counter") && access === "r";
}

/** Usual intervals of a register without a value after which it is silent, as in the gap that interrupts a run. */
const SILENT_INTERVALS = 3;

/**
 * Finds the equipment without data while the logger is online. Equipment is silent if any of its registers has had no
 * new value for the allowed gap, and for three of its usual intervals: ratings are sent hourly or once. Registers with a
 * single value, and those that report changes, count only if the equipment has no others: it is silent if none of them
 * has a new value. After a reconnection the gap begins anew, so that a backlog can arrive.
 * @param registers the registers that have reported; null is no value
 * @param onlineSince ms UTC; null while the logger is offline, whose own alarm replaces this one
 * @param now ms UTC
 */
export function findSilence(
  registers: Iterable<ReportedRegister>,
  { isOpen, allowedGap }: NoDataRule,
  onlineSince: number | null,
  now: number,
  intervalOf: IntervalOf = () => 0,
): Silence {
  const silent = new Map<string, ConditionEpisode>();
  let nextAt: number | null = null;
  if (!isOpen || onlineSince === null) return { silent, nextAt };
  const gapMs = allowedGap * MINUTE_MS;
  /** Newest value of equipment whose registers count together; null if a register of it counts by itself. */
  const singles = new Map<string, number | null>();
  for (const { address, newestAt, isOnChange } of registers) {
    const intervalMs = isOnChange ? null : intervalOf(address);
    const equipment = equipmentOf(address);
    const single = singles.get(equipment);
    if (intervalMs === null) {
      if (single !== null) singles.set(equipment, Math.max(single ?? newestAt, newestAt));
      continue;
    }
    singles.set(equipment, null);
    const from = Math.max(newestAt, onlineSince);
    const dateTime = from + Math.max(gapMs, SILENT_INTERVALS * intervalMs);
    if (dateTime > now) {
      nextAt = Math.min(nextAt ?? dateTime, dateTime);
      continue;
    }
    const known = silent.get(equipment);
    silent.set(equipment, {
      startTime: Math.min(newestAt, known?.startTime ?? newestAt),
      dateTime: Math.min(dateTime, known?.dateTime ?? dateTime),
    });
  }
  for (const [equipment, newestAt] of singles) {
    if (newestAt === null) continue;
    const dateTime = Math.max(newestAt, onlineSince) + gapMs;
    if (dateTime > now) nextAt = Math.min(nextAt ?? dateTime, dateTime);
    else silent.set(equipment, { startTime: newestAt, dateTime });
  }
  return { silent, nextAt };
}

/**
 * Returns the instant from which equipment that was silent has data again, ms UTC: the oldest of the newest values of its
 * registers that count by themselves, else its newest value.
 * @param registers the registers of the equipment that have reported, at least one
 */
export function findReturn(registers: readonly ReportedRegister[], intervalOf: IntervalOf): number {
  const instants = (some: readonly ReportedRegister[]) => some.map(({ newestAt }) => newestAt);
  const regular = registers.filter(
    ({ address, isOnChange }) => !isOnChange && intervalOf(address) !== null,
  );
  return regular.length > 0 ? Math.min(...instants(regular)) : Math.max(...instants(registers));
}

/**
 * Finds whether a site is without its logger. A site whose logger has never connected raises no alarm.
 * @param offlineSince ms UTC; null while the logger is online or if it has never connected
 * @param now ms UTC
 * @returns the alarm, or the instant at which there may be one; null if there is none
 */
export function findOffline(
  { isOpen, allowedGap }: NoDataRule,
  offlineSince: number | null,
  now: number,
): { alarm: ConditionEpisode } | { nextAt: number } | null {
  if (!isOpen || offlineSince === null) return null;
  const dateTime = offlineSince + allowedGap * MINUTE_MS;
  if (dateTime > now) return { nextAt: dateTime };
  return { alarm: { startTime: offlineSince, dateTime } };
}
