import { expect, test, vi } from "vitest";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { Clock, Timers } from "#durable-objects/site/interfaces.ts";
import { StateLog } from "#durable-objects/site/states/state-log.ts";
import { STATES_TIMER, StatePruner } from "#durable-objects/site/states/state-pruner.ts";
import { inSite, START } from "./series-support.ts";

const MAX_CHANGES = 100_000;
const FOREVER = Number.NEGATIVE_INFINITY;

/** So many changes of one piece of equipment, a millisecond apart. */
function fill(sql: SqlStorage, address: string, count: number, from = START): void {
  sql.exec(
    `WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
      INSERT INTO state_changes (address, at, status)
      SELECT ?, ? + i, CASE i % 2 WHEN 0 THEN 'off' ELSE 'invert' END FROM n`,
    count,
    address,
    from,
  );
}

/** Removes all there is to remove, and returns how many rows each piece had. */
function pruneAll(log: StateLog, keptSince: number): number[] {
  const pieces: number[] = [];
  for (let more = true; more; ) {
    const before = log.count();
    more = log.prune(keptSince);
    pieces.push(before - log.count());
    if (pieces.length > 1_000) throw new Error("does not end");
  }
  return pieces;
}

const statusAt = (log: StateLog, address: string, at: number): EquipmentStatus | undefined =>
  log
    .intervals(at, at + 1, 10)
    .intervals.get(address)
    ?.at(-1)?.status;

test("changes older than the retention are deleted in bounded pieces, except the status at its end", () =>
  inSite("prune-old", ({ storage }) => {
    const log = new StateLog(storage.sql);
    fill(storage.sql, "003311", 3_000);
    log.take({ address: "003312", status: "fault", at: START }, START + 10_000);
    const keptSince = START + 2_000;
    const status = statusAt(log, "003311", keptSince);
    const pieces = pruneAll(log, keptSince);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(500);
    // The change at that very instant is kept, and the one of the equipment that changed only once.
    expect(log.count()).toBe(1_000 + 1);
    expect(statusAt(log, "003311", keptSince)).toBe(status);
    expect(statusAt(log, "003312", START + 9_000)).toBe("fault");
    expect(pruneAll(log, keptSince)).toEqual([0]);
  }));

test("the change before an instant between two changes stays, because it lasts into the kept period", () =>
  inSite("prune-between", ({ storage }) => {
    const log = new StateLog(storage.sql);
    for (const [at, status] of [
      [0, "off"],
      [10, "invert"],
      [20, "fault"],
    ] as const)
      log.take({ address: "003311", status, at: START + at }, START + 100);
    expect(log.prune(START + 15)).toBe(false);
    expect(log.count()).toBe(2);
    expect(statusAt(log, "003311", START + 15)).toBe("invert");
  }));

test("changes above the maximum are deleted oldest first, of any equipment", () =>
  inSite("prune-many", ({ storage }) => {
    const log = new StateLog(storage.sql);
    fill(storage.sql, "003311", 60_000);
    fill(storage.sql, "003312", 41_200, START + 60_000);
    const pieces = pruneAll(log, FOREVER);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(500);
    expect(log.count()).toBe(MAX_CHANGES);
    const newest = log.intervals(START + 101_000, START + 101_200, 500);
    expect(newest.intervals.get("003312")).toHaveLength(200);
    expect(pruneAll(log, FOREVER)).toEqual([0]);
  }));

test("no change is deleted while all fit and none is too old", () =>
  inSite("prune-none", ({ storage }) => {
    const log = new StateLog(storage.sql);
    fill(storage.sql, "003311", 1_000);
    expect([log.prune(FOREVER), log.prune(START)]).toEqual([false, false]);
    expect(log.count()).toBe(1_000);
  }));

test("a look is due once in 512 changes on average, a second later, and again while there is more", () => {
  const set = vi.fn<Timers["set"]>();
  let random = 0;
  let more = true;
  const prune = vi.fn(() => more);
  const clock = { now: () => START, random: () => random } as unknown as Clock;
  const upkeep = new StatePruner({
    clock,
    timers: { set },
    stateLog: { prune },
    retention: { expiredBefore: START - 5 },
  });
  let due = 0;
  for (let value = 0; value < 65_536; value++) {
    random = value / 65_536;
    upkeep.onChange();
    due = set.mock.calls.length;
  }
  expect(due).toBe(65_536 / 512);
  expect(set).toHaveBeenLastCalledWith(STATES_TIMER, START + 1_000);
  set.mockClear();
  upkeep.step();
  expect(prune).toHaveBeenLastCalledWith(START - 5);
  expect(set).toHaveBeenCalledTimes(1);
  more = false;
  upkeep.step();
  expect(set).toHaveBeenCalledTimes(1);
});
