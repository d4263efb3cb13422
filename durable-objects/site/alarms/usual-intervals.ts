import { z } from "zod";
import { INTERVAL_STEPS, sampleInterval } from "#domain/alarms/limits/sample-clock.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { SeriesStore } from "../series/series-store.ts";

const KEY = "alarmIntervals";
/** Samples are read from this long before the newest value of a register, ms. */
const LOOK_BACK_MS = DAY_MS;
/** A stored interval is read again after this long, ms. */
const STORED_FOR_MS = DAY_MS;
/** Maximum number of registers with a stored interval, 60 KB; those of further ones are read each time. */
const MAX_STORED = 1_000;

const usual = z.object({
  /** Interval, ms; null if the register has had a single value. */
  ms: z.int().nullable(),
  /** Instant of the newest value that was read, ms UTC. */
  newestAt: z.int(),
  /** Instant at which it was read, ms UTC. */
  readAt: z.int(),
});
const stored = z.record(z.string(), usual);
type Usual = z.infer<typeof usual>;

/** A register with the instant of its newest value, ms UTC. */
type Reported = { address: string; newestAt: number };

type Deps = {
  kv: Pick<KeyValueStore, "read" | "write">;
  clock: Pick<Clock, "now">;
  series: Pick<SeriesStore, "samplesSent">;
};

/**
 * The usual intervals of registers that send values rarely. They are stored, because finding them reads days of history,
 * and an hourly register would be overdue every hour.
 */
export class UsualIntervals {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the stored interval of a register, ms; null if it has had a single value, 0 if nothing is stored. */
  stored({ address, newestAt }: Reported): number | null {
    const known = this.#stored[address];
    return known !== undefined && this.#isValid(known, newestAt) ? known.ms : 0;
  }

  /** Returns which of some registers have no stored interval. */
  unknown(registers: readonly Reported[]): Reported[] {
    const known = this.#stored;
    return registers.filter(({ address, newestAt }) => {
      const own = known[address];
      return own === undefined || !this.#isValid(own, newestAt);
    });
  }

  /** Reads the intervals of registers from the history and stores them. */
  read(registers: readonly Reported[]): void {
    const { clock, kv, series } = this.#deps;
    if (registers.length === 0) return;
    const now = clock.now();
    const oldest = registers.reduce((least, { newestAt }) => Math.min(least, newestAt), now);
    const from = Math.max(oldest, now - LOOK_BACK_MS) - LOOK_BACK_MS;
    const addresses = registers.map(({ address }) => address);
    const samples = series.samplesSent(addresses, from, now);
    const read = registers.map(({ address, newestAt }): [string, Usual] => [
      address,
      { ms: usualInterval(samples.get(address)?.at ?? []), newestAt, readAt: now },
    ]);
    const others = Object.entries(this.#stored).filter(
      ([address, { readAt }]) => now < readAt + STORED_FOR_MS && !addresses.includes(address),
    );
    kv.write(KEY, Object.fromEntries([...read, ...others].slice(0, MAX_STORED)));
  }

  /** A register with a single value has another interval with its next value. */
  #isValid({ ms, newestAt: known, readAt }: Usual, newestAt: number): boolean {
    if (this.#deps.clock.now() >= readAt + STORED_FOR_MS) return false;
    return ms !== null || newestAt === known;
  }

  get #stored(): Readonly<Record<string, Usual>> {
    return this.#deps.kv.read(KEY, stored) ?? {};
  }
}

/** Returns the usual interval between values, ms; null with less than two. */
function usualInterval(all: readonly number[]): number | null {
  const instants = all.slice(-INTERVAL_STEPS - 1);
  if (instants.length < 2) return null;
  const steps = instants.slice(1).map((at, index) => at - (instants[index] ?? at));
  // Of few steps the median is often that of a repetition after a connection.
  if (steps.length < INTERVAL_STEPS) return Math.max(...steps);
  return sampleInterval({ at: null, steps });
}
