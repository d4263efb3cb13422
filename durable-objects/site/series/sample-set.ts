import { mergeValues } from "#domain/registers/merge-values.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { firstNotBefore } from "./first-not-before.ts";
import type { Segment } from "./segment.ts";

/** The values of one register, instants strictly ascending, without nulls. */
export type Channel = { readonly at: readonly number[]; readonly values: readonly Value[] };

type Value = Exclude<RegisterValue, null>;
type Gathering = { at: number[]; values: Value[]; inOrder: boolean };

/** Samples are copied in one go if they are at least one in this many of the result; otherwise appending is faster. */
const COPIED_OF_HELD = 8;

/** Merges the values of many segments; two values of one register and instant by `mergeValues`. Nulls are left out. */
export class SampleSet {
  readonly #channels = new Map<number, Gathering>();

  /** Adds the values of instants from `from` to before `until`. */
  add(segment: Segment, from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY): void {
    const start = firstNotBefore(segment.times, from);
    const end = firstNotBefore(segment.times, until);
    if (start === end) return;
    for (const [id, column] of segment.columns) {
      const held = this.#channels.get(id);
      const channel = held ?? { at: [], values: [], inOrder: true };
      const isLater = (channel.at.at(-1) ?? Number.NEGATIVE_INFINITY) < (segment.times[start] ?? 0);
      const isLong = COPIED_OF_HELD * (end - start) >= channel.at.length;
      if (isLater && isLong && !hasNull(column, start, end)) {
        const values = column.slice(start, end) as Value[];
        channel.at = channel.at.concat(segment.times.slice(start, end));
        channel.values = channel.values.concat(values);
        this.#channels.set(id, channel);
        continue;
      }
      for (let index = start; index < end; index++) {
        const value = column[index] ?? null;
        if (value === null) continue;
        if (isLater) {
          channel.at.push(segment.times[index] ?? 0);
          channel.values.push(value);
        } else push(channel, segment.times[index] ?? 0, value);
      }
      if (channel.at.length > 0) this.#channels.set(id, channel);
    }
  }

  /** Adds the values of another set. */
  addSet(other: SampleSet, from: number, until: number): void {
    for (const [id, { at, values }] of other.channels())
      this.add({ times: at, columns: new Map([[id, values]]) }, from, until);
  }

  /** The number of values; duplicates may count twice. */
  get size(): number {
    let size = 0;
    for (const { at } of this.#channels.values()) size += at.length;
    return size;
  }

  channels(): ReadonlyMap<number, Channel> {
    for (const [id, channel] of this.#channels)
      if (!channel.inOrder) this.#channels.set(id, ordered(channel));
    return this.#channels;
  }

  /** Returns all instants at which any register has a value, ascending. */
  instants(): readonly number[] {
    let all: readonly number[] = [];
    for (const { at } of this.channels().values()) all = mergeInstants(all, at);
    return all;
  }

  /** Returns the values at these ascending instants. */
  slice(times: readonly number[]): Segment {
    const columns = new Map<number, RegisterValue[]>();
    for (const [id, { at, values }] of this.channels()) {
      const column = new Array<RegisterValue>(times.length).fill(null);
      let next = firstNotBefore(at, times[0] ?? 0);
      let found = false;
      for (let index = 0; index < times.length && next < at.length; index++) {
        if (at[next] !== times[index]) continue;
        column[index] = values[next++] ?? null;
        found = true;
      }
      if (found) columns.set(id, column);
    }
    return { times, columns };
  }
}

function hasNull(column: readonly RegisterValue[], start: number, end: number): boolean {
  for (let index = start; index < end; index++) if ((column[index] ?? null) === null) return true;
  return false;
}

function push(channel: Gathering, at: number, value: Value): void {
  const last = channel.at.length - 1;
  const lastAt = channel.at[last];
  if (lastAt === at) {
    channel.values[last] = mergeValues(channel.values[last] ?? null, value) ?? value;
    return;
  }
  if (lastAt !== undefined && at < lastAt) channel.inOrder = false;
  channel.at.push(at);
  channel.values.push(value);
}

function ordered({ at, values }: Gathering): Gathering {
  const order = Uint32Array.from(at.keys()).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0));
  const sorted: Gathering = { at: [], values: [], inOrder: true };
  for (const index of order) push(sorted, at[index] ?? 0, values[index] ?? 0);
  return sorted;
}

/** Merges two ascending lists of instants into one without repetitions. */
export function mergeInstants(one: readonly number[], other: readonly number[]): readonly number[] {
  if (one.length === 0) return other;
  const all: number[] = [];
  let a = 0;
  let b = 0;
  while (a < one.length || b < other.length) {
    const x = one[a] ?? Number.POSITIVE_INFINITY;
    const y = other[b] ?? Number.POSITIVE_INFINITY;
    all.push(Math.min(x, y));
    if (x <= y) a++;
    if (y <= x) b++;
  }
  return all;
}
