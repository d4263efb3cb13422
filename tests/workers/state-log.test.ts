import fc from "fast-check";
import { expect, test } from "vitest";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import { StateLog } from "#durable-objects/site/states/state-log.ts";
import { inSite, START } from "./series-support.ts";

type Report = { address: string; status: EquipmentStatus; at: number };

const report: fc.Arbitrary<Report> = fc.record({
  address: fc.constantFrom("003311", "003312"),
  status: fc.constantFrom<EquipmentStatus>("off", "invert", "fault", "charging"),
  at: fc.nat(60).map((at) => START + at),
});

function takeAll(log: StateLog, reports: readonly Report[], now: number): void {
  for (const one of reports) log.take(one, now);
}

/** What is said of each instant, by equipment. */
function statusAt(reports: readonly Report[], address: string, at: number) {
  const before = reports.filter((one) => one.address === address && one.at <= at);
  const newest = Math.max(...before.map((one) => one.at));
  return before
    .filter((one) => one.at === newest)
    .map(({ status }) => status)
    .sort()
    .at(-1);
}

test("intervals contain the reported states, in any order and with repetitions", () =>
  inSite("states", ({ storage }) => {
    fc.assert(
      fc.property(
        fc.array(report, { maxLength: 30 }),
        fc.nat(70),
        fc.nat(70),
        (reports, one, other) => {
          storage.sql.exec(`DELETE FROM state_changes`);
          const log = new StateLog(storage.sql);
          for (const some of [reports, [...reports].reverse()]) takeAll(log, some, START + 1000);
          const [from, until] = [START + Math.min(one, other), START + Math.max(one, other) + 1];
          const { intervals: found } = log.intervals(from, until, 1_000);
          for (const address of ["003311", "003312"]) {
            const intervals = found.get(address) ?? [];
            for (let at = from; at < until; at++)
              expect(
                intervals.find((known) => known.from <= at && at < (known.to ?? Infinity))?.status,
              ).toBe(statusAt(reports, address, at));
            for (const [index, next] of intervals.slice(1).entries()) {
              expect(next.from).toBe(intervals[index]?.to);
              expect(next.status).not.toBe(intervals[index]?.status);
            }
            const end = intervals.at(-1)?.to;
            if (typeof end === "number")
              expect(statusAt(reports, address, end)).not.toBe(intervals.at(-1)?.status);
          }
        },
      ),
      { numRuns: 100 },
    );
  }));

test("a status from the future counts as of its receipt", () =>
  inSite("states-ahead", ({ storage }) => {
    const log = new StateLog(storage.sql);
    log.take({ address: "003311", status: "invert", at: START + 9_000 }, START + 10);
    expect(log.intervals(START, START + 100, 10).intervals.get("003311")).toEqual([
      { status: "invert", from: START + 10, to: null },
    ]);
  }));

test("the newest of many intervals are returned, each whole, without reading further rows", () =>
  inSite("states-many", ({ storage }) => {
    const all = fc.tuple(fc.array(report, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(all, ([reports, most]) => {
        storage.sql.exec(`DELETE FROM state_changes`);
        const log = new StateLog(storage.sql);
        takeAll(log, reports, START + 1000);
        const whole = log.intervals(START, START + 100, 1_000).intervals;
        const { isWhole, intervals } = log.intervals(START, START + 100, most);
        const count = [...whole.values()].flat().length;
        const reported = [...intervals.values()].flat();
        expect(isWhole).toBe(count <= most);
        expect(reported.length).toBeLessThanOrEqual(most);
        if (isWhole) expect(intervals).toEqual(whole);
        for (const [address, own] of intervals)
          expect(own).toEqual(own.length === 0 ? [] : whole.get(address)?.slice(-own.length));
      }),
      { numRuns: 100 },
    );
    storage.sql.exec(`DELETE FROM state_changes`);
    const log = new StateLog(storage.sql);
    const statuses = ["off", "invert"] as const;
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      address: "003311",
      at: START + index,
      status: statuses[index % 2] ?? "off",
    }));
    takeAll(log, many, START + 10_000);
    const exec = storage.sql.exec.bind(storage.sql);
    const cursors: { rowsRead: number }[] = [];
    storage.sql.exec = ((query: string, ...bindings: SqlStorageValue[]) => {
      const cursor = exec(query, ...bindings);
      cursors.push(cursor);
      return cursor;
    }) as typeof exec;
    log.intervals(START, START + 3_000, 20);
    storage.sql.exec = exec as typeof storage.sql.exec;
    expect(cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0)).toBeLessThan(100);
  }));
