import { joinNulls } from "#domain/alarms/limits/history.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { type NullRows, nullsOf } from "./null-rows.ts";
import type { SampleRows } from "./sample-rows.ts";
import { SampleSet } from "./sample-set.ts";
import { decodeSegment } from "./segment.ts";
import type { WriteBuffer } from "./write-buffer.ts";

/** Samples of one register: instants (ms UTC, strictly ascending) and values; null is a sample without a value. */
export type RawSamples = { times: readonly number[]; column: readonly RegisterValue[] };

type Stores = {
  rows: SampleRows;
  buffer: Pick<WriteBuffer, "read">;
  nulls: Pick<NullRows, "read">;
};

/** Reads samples and nulls of a register from `from` to before `until`. */
export function readRawSamples(
  { rows, buffer, nulls }: Stores,
  id: number,
  from: number,
  until: number,
): RawSamples {
  const ids = new Set([id]);
  const set = new SampleSet();
  for (const { data } of rows.blocksBetween(from, until))
    set.add(decodeSegment(data, ids, until), from, until);
  for (const { data } of rows.chunksBetween(from, until))
    set.add(decodeSegment(data, ids, until), from, until);
  const missing = nulls.read(id, from, until);
  const stored = missing.length;
  for (const { segment } of buffer.read(ids, from, until)) {
    set.add(segment, from, until);
    for (const at of nullsOf(segment, ids).get(id) ?? [])
      if (at >= from && at < until) missing.push(at);
  }
  const { at: times, values } = set.channels().get(id) ?? { at: [], values: [] };
  if (missing.length === 0) return { times, column: values };
  if (missing.length === stored) return joinNulls(times, values, missing);
  return joinNulls(
    times,
    values,
    [...new Set(missing)].sort((one, other) => one - other),
  );
}
