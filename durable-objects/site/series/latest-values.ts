import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Segment } from "./segment.ts";

/** The newest sample of one register. */
export type LatestValue = {
  readonly id: number;
  /** Its instant as the logger gave it, ms UTC. */
  readonly at: number;
  /** The same, or the time of receipt where the instant was ahead of the server. */
  readonly countsAt: number;
  /** Null: the newest sample has no value. */
  readonly value: RegisterValue;
};

/** What is known of all instants together, ms UTC, null while there are none. */
export type NewestInstants = {
  /** Newest instant, one ahead of the server counting as its time of receipt. */
  readonly countsAt: number | null;
  /** Newest instant as given. */
  readonly given: number | null;
  /** Newest instant that was not ahead of the server when it came. */
  readonly past: number | null;
};

/** Keeps the newest sample of each register, whatever order batches come in. */
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

  /** Takes up what was kept elsewhere. */
  restore(newest: NewestInstants, values: Iterable<LatestValue>): void {
    this.#newest = newest;
    for (const value of values) this.#values.set(value.id, value);
  }

  /** Takes a batch in, in which null says that a sample has no value. Returns what is newer than before. */
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

/** Null where what is held stands. */
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
