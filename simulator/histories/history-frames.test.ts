import { expect, test } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import { readLoggerFrame } from "#protocol/logger/read-frame.ts";
import { framesOf } from "./history-frames.ts";
import { type HistoryName, loadHistory } from "./load-history.ts";
import type { RecordedHistory } from "./recorded-history.ts";

/** Reassembles the values that a portal reads from the frames. */
function putTogether(history: RecordedHistory, span?: { from?: number; to?: number }) {
  const times: number[] = [];
  const columns = new Map([...history.columns.keys()].map((name) => [name, [] as RegisterValue[]]));
  const ids = new Set<string>();
  const marks: unknown[] = [];
  for (const { id, frame, from, to, instants } of framesOf(history, "past", span)) {
    const read = readLoggerFrame(frame);
    if (!read.ok || read.message.cmd !== 260) throw new Error(`${id} cannot be read`);
    const { message } = read;
    const at =
      "times" in message
        ? message.times
        : Array.from({ length: message.count }, (_, index) => message.start + index * message.step);
    expect([at[0], at.at(-1), at.length]).toEqual([from, to, instants]);
    times.push(...at);
    for (const [name, column] of columns)
      column.push(...(message.values[name] ?? at.map((): null => null)));
    ids.add(message.id);
    marks.push(message.backlog);
  }
  return { times, columns, ids, marks };
}

/** Ten times faster than an expectation on half a million values. */
function isEqual(one: readonly RegisterValue[], other: readonly RegisterValue[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

test("frames hold every sample once, in order, and the last one says that it is", () => {
  for (const name of ["sma-tripower", "enphase-hourly", "givenergy-household"] as HistoryName[]) {
    const history = loadHistory(name);
    const { times, columns, ids, marks } = putTogether(history);
    expect(isEqual(times, history.times)).toBe(true);
    for (const [address, column] of history.columns)
      expect(isEqual(columns.get(address) ?? [], column), address).toBe(true);
    expect(ids.size).toBe(marks.length);
    expect(marks.at(-1)).toBe("end");
    expect(marks.slice(0, -1).every((mark) => mark === true)).toBe(true);
  }
});

test("a repeated instant begins another frame", () => {
  const history = loadHistory("givenergy-household");
  const twice = history.times.filter((at, index) => at === history.times[index - 1]);
  expect(twice).toHaveLength(32);
  const firsts = [...framesOf(history, "past")].map(({ from }) => from);
  for (const at of twice) expect(firsts).toContain(at);
});

test("only a part of it, or nothing", () => {
  const history = loadHistory("sma-tripower");
  const [, , third = 0] = history.times;
  expect(putTogether(history, { from: third, to: third + 600_000 }).times).toEqual([
    third,
    third + 300_000,
  ]);
  expect([...framesOf(history, "past", { to: 0 })]).toEqual([]);
});
