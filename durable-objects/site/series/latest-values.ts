import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Segment } from "./segment.ts";

/** The newest sample of one register. */
export type LatestValue = {
  readonly id: number;
  /** Its instant as the logger sent it, ms UTC. */
  readonly at: number;
  /** Its instant, or the time of receipt if the instant was ahead of the server. */
  readonly countsAt: number;
  /** The value; null if the newest sample has none. */
  readonly value: RegisterValue;
};

/** The newest instants over all registers, ms UTC, null if there are none. */
export type NewestInstants = {
  /** Newest instant, one ahead of the server counting as its time of receipt. */
  readonly countsAt: number | null;
  /** Newest instant as sent. */
  readonly given: number | null;
  /** Newest instant that was not ahead of the server when it came. */
  readonly past: number | null;
};

/** Keeps the newest sample of each register; batches may come in any order. */
export class LatestValues {
  readonly #values = new Map<number, LatestValue>();
  #newest: NewestInstants = { countsAt: null, given: null, past: null };

  get newest(): NewestInstants {
    return this.#newest;
  }

  values(): IterableIterator<LatestValue> {
    return this.#values.values();
  }

  of(id: number): LatestValue | undefined {
    return this.#values.get(id);
  }

  /** Restores stored values. */
  restore(newest: NewestInstants, values: Iterable<LatestValue>): void {
    this.#newest = newest;
    for (const value of values) this.#values.set(value.id, value);
  }

  /**
   * Applies a batch, in which null means that a sample has no value.
   * @returns the values that are newer than before
   */
  take({ times, columns }: Segment, receivedAt: number): LatestValue[] {
    const at = times.at(-1);
    if (at === undefined || columns.size === 0) return [];
    const countsAt = Math.min(at, receivedAt);
    this.#newest = {
      countsAt: later(this.#newest.countsAt, countsAt),
      given: later(this.#newest.given, at),
      past: later(this.#newest.past, times.findLast((instant) => instant <= receivedAt) ?? null),
    };
    const taken: LatestValue[] = [];
    for (const [id, column] of columns) {
      const next = newer(this.#values.get(id), { id, at, countsAt, value: column.at(-1) ?? null });
      if (next === null) continue;
      this.#values.set(id, next);
      taken.push(next);
    }
    return taken;
  }
}

/** Returns the newer value; null if the held one stays. */
function newer(held: LatestValue | undefined, other: LatestValue): LatestValue | null {
  if (held === undefined) return other;
  if (held.at === other.at) {
    const value = mergeValues(held.value, other.value);
    return Object.is(value, held.value) ? null : { ...held, value };
  }
  const lead = other.countsAt - held.countsAt || other.at - held.at;
  return lead > 0 ? other : null;
}

function later(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
