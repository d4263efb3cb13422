import { expect, test, vi } from "vitest";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { SampleBatch } from "#durable-objects/site/series/sample-batch.ts";
import type { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { readPairs } from "../support/read-pairs.ts";
import {
  compactWholly,
  contents,
  countRowsWritten,
  inSite,
  overlappingBlocks,
  START,
  storedBytes,
  TINY_LIMITS,
} from "./series-support.ts";

const A = "FFFF000100";
const B = "FFFF000120";
const C = "0033110107";

function batch(times: number[], columns: Record<string, RegisterValue[]>): SampleBatch {
  return { times: times.map((at) => START + at), columns: new Map(Object.entries(columns)) };
}

/** An upload of a logger without viewers: 6 instants of 40 registers. */
function idleUpload(number: number): SampleBatch {
  const times = Array.from({ length: 6 }, (_, index) => number * 60_000 + index * 10_000);
  const column = (id: number) =>
    times.map((at) => (id % 3 === 0 ? 500 : Math.round(1000 * Math.sin(at / 3e6 + id)) / 10));
  return batch(
    times,
    Object.fromEntries(Array.from({ length: 40 }, (_, id) => [`FFFF00${1000 + id}`, column(id)])),
  );
}

const live = (store: SeriesStore) =>
  Object.fromEntries([...store.latest].map(([address, { v, at }]) => [address, [v, at - START]]));

test("an empty store knows nothing", () =>
  inSite("empty", ({ open }) => {
    const store = open();
    expect(store.newestAt).toBeNull();
    expect(store.storedThrough(START)).toBeNull();
    expect(store.latest.size).toBe(0);
    expect(contents(store).size).toBe(0);
    expect(store.compact()).toBe(false);
    expect(store.appendSamples(batch([], {})).size).toBe(0);
    expect(store.appendSamples(batch([1], {})).size).toBe(0);
    expect(store.newestAt).toBeNull();
  }));

test("appended samples are read back, by register and period, across evictions", () =>
  inSite("read", ({ open, clock }) => {
    clock.at = START + 100;
    open().appendSamples(
      batch([10, 20, 30], { [A]: [1, null, -0.5], [B]: ["charge", "idle", null] }),
    );
    open().appendSamples(batch([40, 50], { [A]: [2, 3], [C]: [null, null] }));
    const store = open();
    expect(contents(store)).toEqual(
      new Map([
        [
          A,
          [
            [START + 10, 1],
            [START + 30, -0.5],
            [START + 40, 2],
            [START + 50, 3],
          ],
        ],
        [
          B,
          [
            [START + 10, "charge"],
            [START + 20, "idle"],
          ],
        ],
      ]),
    );
    expect(readPairs(store, [A, "FFFF00FFFF"], START + 30, START + 50)).toEqual(
      new Map([
        [
          A,
          [
            [START + 30, -0.5],
            [START + 40, 2],
          ],
        ],
      ]),
    );
    expect(live(store)).toEqual({ [A]: [3, 50], [B]: [null, 30], [C]: [null, 50] });
    expect(store.newestAt).toBe(START + 50);
  }));

test("append returns the changed live values", () =>
  inSite("changed", ({ open, clock }) => {
    clock.at = START + 1000;
    const store = open();
    const changed = (...args: Parameters<typeof batch>) =>
      Object.fromEntries(
        [...store.appendSamples(batch(...args))].map(([address, { v }]) => [address, v]),
      );
    expect(changed([10, 20], { [A]: [1, 2], [B]: [5, 5] })).toEqual({ [A]: 2, [B]: 5 });
    expect(changed([30], { [A]: [2], [B]: [null] })).toEqual({ [B]: null });
    expect(changed([15], { [A]: [9], [C]: [7] })).toEqual({ [C]: 7 });
    expect(changed([30], { [B]: [6] })).toEqual({ [B]: 6 });
    expect(changed([30], { [B]: [4] })).toEqual({});
  }));

test("backlog changes no live value but of a register that has nothing newer", () =>
  inSite("backlog", ({ open, clock }) => {
    clock.at = START + 1_000_000;
    const store = open();
    store.appendSamples(batch([900_000], { [A]: [10] }));
    store.appendSamples(batch([100], { [B]: [1] }));
    store.appendSamples(batch([200, 300], { [A]: [8, 9], [B]: [2, 3] }));
    const expected = { [A]: [10, 900_000], [B]: [3, 300] };
    expect(live(store)).toEqual(expected);
    expect(live(open())).toEqual(expected);
    expect(store.newestAt).toBe(START + 900_000);
  }));

test("instants ahead of the server count as their time of receipt, across an eviction too", () =>
  inSite("ahead", ({ open, clock }) => {
    const hour = 3_600_000;
    open().appendSamples(batch([hour, hour + 10], { [A]: [1, 2] }));
    for (const store of [open(), open()]) {
      expect(live(store)).toEqual({ [A]: [2, 0] });
      expect(store.newestAt).toBe(START);
      expect(store.storedThrough(START)).toBeNull();
      expect(store.storedThrough(START + 2 * hour)).toBe(START + hour + 10);
    }
    clock.at = START + 5000;
    const store = open();
    store.appendSamples(batch([5000], { [A]: [3] }));
    expect(live(open())).toEqual({ [A]: [3, 5000] });
    expect(open().storedThrough(START + 6000)).toBe(START + 5000);
    expect(
      contents(store)
        .get(A)
        ?.map(([, value]) => value),
    ).toEqual([3, 1, 2]);
  }));

test("latest values survive an eviction after the tail was closed, null and order of receipt included", () =>
  inSite("closed", ({ open, clock, storage }) => {
    clock.at = START + 10_000;
    let store = open(TINY_LIMITS);
    store.appendSamples(batch([20_000], { [A]: ["ahead"], [B]: [1] }));
    store.appendSamples(batch([9_000], { [B]: [null], [C]: [4] }));
    for (let index = 0; index < 40; index++) {
      store.appendSamples(batch([index, index + 1], { [C]: [index, index + 0.1] }));
      const before = live(store);
      store = open(TINY_LIMITS);
      expect(live(store)).toEqual(before);
    }
    expect(storage.sql.exec(`SELECT id FROM series_chunk`).toArray().length).toBeGreaterThan(3);
    expect(live(store)).toEqual({ [A]: ["ahead", 10_000], [B]: [1, 10_000], [C]: [4, 9_000] });
  }));

test("latest values that fill several rows give way to later ones that fill fewer", () =>
  inSite("parts", ({ open, clock, storage }) => {
    clock.at = START + 10_000;
    const store = open(TINY_LIMITS);
    const parts = () => storage.sql.exec(`SELECT part FROM series_latest`).toArray().length;
    const send = (at: number, value: (id: number) => RegisterValue) => {
      const columns = Array.from({ length: 20 }, (_, id) => [`FFFF00${1000 + id}`, [value(id)]]);
      for (let index = 0; index < 4; index++)
        store.appendSamples(batch([at + index], Object.fromEntries(columns)));
    };
    send(100, (id) => `${id}`.repeat(60));
    expect(parts()).toBeGreaterThan(3);
    send(200, () => 1);
    send(300, () => 2);
    expect(parts()).toBe(1);
    expect(live(open(TINY_LIMITS))).toEqual(live(store));
    expect(live(store).FFFF001019).toEqual([2, 303]);
  }));

test("a misshapen batch is refused and leaves store and memory as they were", () =>
  inSite("misshapen", ({ open, clock }) => {
    clock.at = START + 100;
    const store = open();
    store.appendSamples(batch([10], { [A]: [1] }));
    expect(() => store.appendSamples(batch([30, 20], { [B]: [1, 2] }))).toThrow("ascending");
    expect(() => store.appendSamples(batch([30, 40], { [A]: [1, 2], [B]: [1] }))).toThrow("length");
    expect(() => store.appendSamples(batch([30], { "not an address": [1] }))).toThrow("address");
    expect(live(store)).toEqual({ [A]: [1, 10] });
    expect(store.addresses).toEqual([A]);
    store.appendSamples(batch([30], { [B]: [2] }));
    expect(contents(open())).toEqual(
      new Map([
        [A, [[START + 10, 1]]],
        [B, [[START + 30, 2]]],
      ]),
    );
  }));

test("a transaction around append can be rolled back", () =>
  inSite("rollback", ({ open, clock, storage }) => {
    clock.at = START + 100;
    const store = open();
    store.appendSamples(batch([10], { [A]: [1] }));
    const attempt = () =>
      storage.transactionSync(() => {
        store.appendSamples(batch([20], { [A]: [2], [B]: [3] }));
        throw new Error("changed my mind");
      });
    expect(attempt).toThrow("changed my mind");
    store.reload();
    expect(live(store)).toEqual({ [A]: [1, 10] });
    store.appendSamples(batch([20], { [C]: [5] }));
    expect(contents(open())).toEqual(
      new Map([
        [A, [[START + 10, 1]]],
        [C, [[START + 20, 5]]],
      ]),
    );
  }));

test("while storage cannot be read nothing is stored, and nothing acknowledged is overwritten", () =>
  inSite("unreadable", ({ open, clock, storage }) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    clock.at = START + 100;
    const store = open();
    store.appendSamples(batch([10], { [A]: [1] }));
    storage.sql.exec(`ALTER TABLE series_tail RENAME TO away`);
    for (const at of [20, 30])
      expect(() => store.appendSamples(batch([at], { [A]: [at] }))).toThrow("series_tail");
    expect(() => contents(store)).toThrow("series_tail");
    storage.sql.exec(`ALTER TABLE away RENAME TO series_tail`);
    store.appendSamples(batch([40], { [A]: [4] }));
    expect(contents(open())).toEqual(
      new Map([
        [
          A,
          [
            [START + 10, 1],
            [START + 40, 4],
          ],
        ],
      ]),
    );
  }));

test("an idle upload writes about one row, with an eviction before each and folding included", () =>
  inSite("rows", ({ open, clock, storage }) => {
    const written = countRowsWritten(storage);
    const uploads = 24 * 60;
    for (let number = 0; number < uploads; number++) {
      clock.at = START + (number + 1) * 60_000;
      const store = open();
      store.appendSamples(idleUpload(number));
      if (store.compactionDue) compactWholly(store);
    }
    expect(storage.sql.exec(`SELECT id FROM series_block`).toArray().length).toBeGreaterThan(0);
    expect(written() / uploads).toBeGreaterThanOrEqual(1);
    expect(written() / uploads).toBeLessThanOrEqual(1.2);
  }));

test("resending a day over and over stores nothing more once it is folded", () =>
  inSite("resent", (opened) => {
    const store = opened.open({
      ...TINY_LIMITS,
      bufferBytes: 4000,
      maxBufferBytes: 8000,
      maxBufferCells: 4000,
      segmentBytes: 20_000,
      unpackedBytes: 50_000,
      segmentCells: 20_000,
      blockCells: 20_000,
      thinBlockCells: 20_000,
      compactionCells: 20_000,
      compactionBytes: 50_000,
    });
    opened.clock.at = START + 86_400_000;
    const sendAll = () => {
      for (let number = 0; number < 120; number++) store.appendSamples(idleUpload(number));
      compactWholly(store);
    };
    sendAll();
    sendAll();
    const bytes = storedBytes(opened);
    const values = contents(store);
    for (let round = 0; round < 5; round++) sendAll();
    expect(storedBytes(opened)).toBeLessThan(bytes * 1.5);
    expect(contents(store)).toEqual(values);
  }));

test("folding a resend into blocks that have it all writes no block", () =>
  inSite("no-write", ({ open, clock, storage }) => {
    clock.at = START + 86_400_000;
    const store = open(TINY_LIMITS);
    const send = () => {
      for (let index = 0; index < 600; index++)
        store.appendSamples(batch([index], { [A]: [index], [B]: [Math.sqrt(index)] }));
      compactWholly(store);
    };
    const blocks = () =>
      storage.sql
        .exec<{ id: number }>(`SELECT id FROM series_block WHERE to_at < ?`, START + 500)
        .toArray();
    send();
    const before = blocks();
    expect(before.length).toBeGreaterThan(5);
    send();
    expect(blocks()).toEqual(before);
  }));

test("a sparse past is folded into many blocks in bounded steps, and no two blocks overlap", () =>
  inSite("sparse", ({ open, clock, storage }) => {
    clock.at = START + 1_000_000;
    const store = open(TINY_LIMITS);
    for (let index = 0; index < 600; index++) {
      store.appendSamples(batch([index * 10], { [A]: [Math.sqrt(index)], [C]: [-1 / index] }));
      compactWholly(store);
    }
    const times = Array.from({ length: 120 }, (_, index) => index * 50 + 5);
    for (let part = 0; part < 12; part++) {
      const some = times.filter((_, place) => place % 12 === part);
      store.appendSamples(batch(some, { [B]: some.map((at) => at / 7) }));
    }
    const written = countRowsWritten(storage);
    const steps: number[] = [];
    while (store.compactionDue) {
      const before = written();
      store.compact();
      steps.push(written() - before);
    }
    expect(steps.length).toBeGreaterThan(3);
    expect(Math.max(...steps)).toBeLessThan(60);
    expect(
      contents(store)
        .get(B)
        ?.map(([at]) => at - START),
    ).toEqual(times);
    expect(contents(open(TINY_LIMITS))).toEqual(contents(store));
    expect(overlappingBlocks(storage)).toEqual([]);
  }));

test("the largest frames are stored whole", () =>
  inSite("large", ({ open, clock }) => {
    clock.at = START + 1e9;
    const long = Array.from({ length: 10_000 }, (_, index) => index * 1000);
    const wide = Array.from({ length: 130 }, (_, index) => 20_000_000 + index * 1000);
    const store = open();
    const longColumns: Record<string, RegisterValue[]> = {};
    for (let id = 0; id < 50; id++)
      longColumns[`FFFF00${1000 + id}`] = long.map((at) => (at / 1000) % (id + 2));
    const wideColumns: Record<string, RegisterValue[]> = {};
    for (let id = 0; id < 4000; id++)
      wideColumns[`003311${1000 + id}`] = wide.map((at) => (at + id) / 3);
    store.appendSamples(batch(long, longColumns));
    store.appendSamples(batch(wide, wideColumns));
    const again = open();
    expect(again.latest.size).toBe(4050);
    expect(live(again)["0033114999"]).toEqual([(20_129_000 + 3999) / 3, 20_129_000]);
    compactWholly(again);
    const some = [...Object.entries(longColumns), ...Object.entries(wideColumns)].filter(
      (_, index) => index % 97 === 0,
    );
    const addresses = some.map(([address]) => address);
    const read = readPairs(again, addresses, 0, Number.POSITIVE_INFINITY);
    for (const [address, column] of some)
      expect(read.get(address)?.map(([, value]) => value)).toEqual(column);
  }));

test("very many long texts at one instant are stored, folded and read back", () =>
  inSite("texts", ({ open, clock }) => {
    clock.at = START + 1000;
    const limits = {
      ...TINY_LIMITS,
      segmentBytes: 256 * 1024,
      unpackedBytes: 4 * 1024 * 1024,
      segmentCells: 2 ** 18,
      blockCells: 2 ** 17,
      thinBlockCells: 2 ** 16,
      compactionCells: 2 ** 18,
      compactionBytes: 8 * 1024 * 1024,
    };
    const store = open(limits);
    const columns: Record<string, RegisterValue[]> = {};
    for (let id = 0; id < 4000; id++)
      columns[`003311${1000 + id}`] = [`${id}${"\u{FFFF}".repeat(196)}`];
    for (let index = 0; index < 3; index++) store.appendSamples(batch([10], columns));
    compactWholly(store);
    expect(live(open(limits))["0033114999"]?.[0]).toBe(columns["0033114999"]?.[0]);
    const read = contents(open(limits));
    expect(read.size).toBe(4000);
    for (const [address, [text]] of Object.entries(columns))
      expect(read.get(address)).toEqual([[START + 10, text]]);
  }));
