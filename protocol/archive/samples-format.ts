import { isShort } from "#domain/registers/logger-fields.ts";
import type { ExportValues } from "../history/export-rows.ts";
import { END_OF_INSTANTS, MIN_SAMPLED_AT } from "./instants.ts";
import { MAX_LINE_BYTES } from "./read-lines.ts";

/** Register address, as the portal stores it. */
const ADDRESS = /^[0-9A-F]{10}$/;
/** Values in one line, which is held in memory as a whole. */
const LINE_VALUES = 2 ** 15;
/** Characters of a line above which it is divided; each takes at most three bytes. */
const LINE_LENGTH = MAX_LINE_BYTES / 4;
/** Maximum number of values in a file, also missing ones: some 6 MB of text, of which each takes two bytes or more. */
export const MAX_FILE_VALUES = 2 ** 22;
/** Values that a line may have when it is read. */
const MAX_LINE_VALUES = 2 ** 18;

/** Samples of registers at ascending instants; a missing value is NaN, or null among texts. */
export type SampleColumns = {
  at: Float64Array;
  addresses: readonly string[];
  columns: readonly ExportValues[];
};

/**
 * Yields samples as lines of JSON: `{"at":[[from,step,count],…],"values":{"<register>":[…]}}`. Instants are ms UTC, in
 * runs of even steps; null stands for no value.
 */
export function* writeSamples({ at, addresses, columns }: SampleColumns): Iterable<string> {
  const most = Math.max(1, Math.floor(LINE_VALUES / Math.max(1, addresses.length)));
  for (let start = 0; start < at.length; start += most)
    yield* writeSpan({ at, addresses, columns }, start, Math.min(start + most, at.length));
}

function* writeSpan(samples: SampleColumns, start: number, end: number): Iterable<string> {
  const line = writeLine(samples, start, end);
  const middle = Math.ceil((start + end) / 2);
  if (line === null) return;
  if (line.length <= LINE_LENGTH || middle === end) {
    yield line;
    return;
  }
  yield* writeSpan(samples, start, middle);
  yield* writeSpan(samples, middle, end);
}

/** Writes samples from one place to before another; null if there is no value. */
function writeLine(
  { at, addresses, columns }: SampleColumns,
  start: number,
  end: number,
): string | null {
  const named = addresses.flatMap((address, index) => {
    const values = columns[index]?.slice(start, end) ?? [];
    const text = writeValues(values);
    return text === null ? [] : [`${JSON.stringify(address)}:${text}`];
  });
  if (named.length === 0) return null;
  return `{"at":${JSON.stringify(toRuns(at, start, end))},"values":{${named.join(",")}}}\n`;
}

/** Writes numbers so that reading returns the same ones, also −0; null if there is no value. */
function writeValues(values: ExportValues): string | null {
  let hasValue = false;
  const parts = new Array<string>(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null;
    if (value === null || Number.isNaN(value)) {
      parts[index] = "null";
      continue;
    }
    hasValue = true;
    if (typeof value === "string") parts[index] = JSON.stringify(value);
    else parts[index] = Object.is(value, -0) ? "-0" : String(value);
  }
  return hasValue ? `[${parts.join(",")}]` : null;
}

type Run = [from: number, step: number, count: number];

function toRuns(at: Float64Array, start: number, end: number): Run[] {
  const runs: Run[] = [];
  for (let index = start; index < end; index++) {
    const instant = at[index] ?? 0;
    const run = runs.at(-1);
    const step = run === undefined ? 0 : instant - (run[0] + run[1] * (run[2] - 1));
    if (run !== undefined && (run[2] === 1 || run[1] === step)) {
      run[1] = step;
      run[2] += 1;
    } else runs.push([instant, 0, 1]);
  }
  return runs;
}

/** Reads a line of samples; null if it is not valid. */
export function readSamples(line: unknown): SampleColumns | null {
  if (!isRecord(line) || Object.keys(line).length !== 2) return null;
  const at = readRuns(line.at);
  const { values } = line;
  if (at === null || !isRecord(values)) return null;
  const addresses = Object.keys(values);
  if (addresses.length === 0 || addresses.length * at.length > MAX_LINE_VALUES) return null;
  const columns: ExportValues[] = [];
  for (const address of addresses) {
    const column = ADDRESS.test(address) ? readValues(values[address], at.length) : null;
    if (column === null) return null;
    columns.push(column);
  }
  return { at, addresses, columns };
}

function readRuns(runs: unknown): Float64Array | null {
  if (!Array.isArray(runs) || runs.length === 0) return null;
  const instants: number[] = [];
  let last = MIN_SAMPLED_AT - 1;
  for (const run of runs) {
    if (!Array.isArray(run) || run.length !== 3 || !run.every(Number.isSafeInteger)) return null;
    const [from, step, count] = run as Run;
    if (count < 1 || count + instants.length > MAX_LINE_VALUES || step < 0) return null;
    if ((count === 1) !== (step === 0)) return null;
    for (let index = 0; index < count; index++) {
      const instant = from + index * step;
      if (instant <= last || instant >= END_OF_INSTANTS) return null;
      instants.push(instant);
      last = instant;
    }
  }
  return Float64Array.from(instants);
}

function readValues(values: unknown, length: number): ExportValues | null {
  if (!Array.isArray(values) || values.length !== length) return null;
  const numbers = new Float64Array(length).fill(Number.NaN);
  let hasText = false;
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    if (typeof value === "number" && Number.isFinite(value)) numbers[index] = value;
    else if (typeof value === "string" && isShort(value)) hasText = true;
    else return null;
  }
  return hasText ? (values as (number | string | null)[]) : numbers;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
