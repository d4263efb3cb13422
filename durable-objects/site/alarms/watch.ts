import { readValue, type Side, type SideCondition } from "#domain/alarms/limits/sides.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

/** A condition in the stored form: key, side, alarm, clear, sustain time (ms), values. */
type StoredCondition = [
  key: string,
  side: Side,
  alarm: number,
  clear: number,
  sustainMs: number,
  values: string[] | null,
];
/** Conditions by register address, as JSON of a rule version. It is read at each wake-up, so it is small. */
export type StoredWatch = Record<string, StoredCondition[]>;

/** A monitored side of a register. */
export type WatchedSide = { key: string; condition: SideCondition };
export type Watch = ReadonlyMap<string, readonly WatchedSide[]>;

export function encodeWatch(watch: Watch): StoredWatch {
  return Object.fromEntries(
    [...watch].map(([address, sides]) => [
      address,
      sides.map(
        ({ key, condition: { side, alarm, clear, sustainMs, values } }): StoredCondition => {
          return [key, side, alarm, clear, sustainMs, values && [...values]];
        },
      ),
    ]),
  );
}

export function decodeWatch(stored: StoredWatch): Watch {
  const watch = new Map<string, WatchedSide[]>();
  for (const [address, sides] of Object.entries(stored)) {
    watch.set(
      address,
      sides.map(([key, side, alarm, clear, sustainMs, values]) => ({
        key,
        condition: { side, alarm, clear, sustainMs, values: values && new Set(values) },
      })),
    );
  }
  return watch;
}

/**
 * Returns whether later samples of a register can change its alarms: a breach of a side without an open alarm, or a
 * clear value of one with it. Everything else leaves the log as it is, so a healthy register needs no state.
 * @param isOpen whether the alarm of a key is open
 * @param notBefore instant before which a side cannot change, ms UTC
 */
export function mayChange(
  sides: readonly WatchedSide[],
  times: readonly number[],
  column: readonly RegisterValue[],
  isOpen: (key: string) => boolean,
  notBefore: (key: string) => number,
): boolean {
  return sides.some(({ key, condition }) => {
    const wanted = isOpen(key) ? "clear" : "breach";
    const from = notBefore(key);
    for (let index = 0; index < column.length; index++) {
      if (readValue(condition, column[index] ?? null) !== wanted) continue;
      if ((times[index] ?? 0) >= from) return true;
    }
    return false;
  });
}
