import { expect, test } from "vitest";
import type { Awaited, UpdateRecord } from "./remote-data.ts";
import { findCleared, findSnapshotBefore } from "./remote-data.ts";
import { phaseOf, shareOfProof, stepsOfUpdate } from "./update-steps.ts";

const NOW = 1_790_000_000_000;
const MINUTE = 60_000;

const record = (fields: Partial<UpdateRecord>): UpdateRecord => ({
  ...{ updateId: "u", address: "003311", component: "dsp", releaseId: 4, fromVersion: "5.02" },
  ...{ version: "5.03", by: "Olga Owner", at: NOW - 20 * MINUTE, state: "requested" as const },
  ...{ progress: 0, message: null, result: null, reason: null, endedAt: null, endedIn: null },
  ...fields,
});
const awaited = (fields: Partial<NonNullable<Awaited>>): Awaited => ({
  ...{ updateId: "u", installs: true, hasVersion: false, healthySince: null, provenAt: null },
  ...{ due: NOW + MINUTE },
  ...fields,
});
const healthy = awaited({
  hasVersion: true,
  healthySince: NOW - 4 * MINUTE,
  provenAt: NOW + 6 * MINUTE,
});

test("each phase of an update is a step of the picture", () => {
  const look = (fields: Partial<UpdateRecord>, waiting: Awaited = awaited({}), now = NOW) => [
    phaseOf(record(fields), waiting, now),
    stepsOfUpdate(record(fields), waiting, now).indexOf("current"),
  ];
  expect(look({})).toEqual(["requested", 0]);
  expect(look({ state: "transferring" })).toEqual(["transferring", 0]);
  expect(look({ state: "transferred" })).toEqual(["transferred", 1]);
  expect(look({ state: "transferred" }, awaited({ installs: false }))).toEqual(["waits", 1]);
  expect(look({ state: "installing" })).toEqual(["installing", 1]);
  expect(look({ state: "restarting" })).toEqual(["restarting", 2]);
  expect(look({ state: "restarting" }, awaited({ hasVersion: true }))).toEqual(["unhealthy", 3]);
  expect(look({ state: "restarting" }, healthy)).toEqual(["proof", 3]);
  expect(look({ state: "restarting" }, healthy, NOW + 6 * MINUTE)).toEqual(["proven", 3]);
});

test("what another update waits for does not count", () => {
  const other = { ...healthy, updateId: "other" } as Awaited;
  expect(phaseOf(record({ state: "restarting" }), other, NOW)).toBe("restarting");
  expect(
    phaseOf(record({ state: "transferred" }), { ...other, installs: false } as Awaited, NOW),
  ).toBe("transferred");
});

test("an ended update failed in the step in which it ended, and a success has all of them", () => {
  const ended = (fields: Partial<UpdateRecord>) =>
    stepsOfUpdate(record({ state: "ended", endedAt: NOW, ...fields }), awaited({}), NOW);
  expect(ended({ result: "success", endedIn: "restarting" })).toEqual(Array(4).fill("done"));
  expect(ended({ result: "refused", endedIn: "requested" })).toEqual([
    ...["failed", "skipped", "skipped", "skipped"],
  ]);
  expect(ended({ result: "failed", endedIn: "installing" })).toEqual([
    ...["done", "failed", "skipped", "skipped"],
  ]);
  expect(ended({ result: "rolled back", endedIn: "restarting" })).toEqual([
    ...["done", "done", "done", "failed"],
  ]);
  // Nothing is known to have failed.
  expect(ended({ result: "unknown", endedIn: "restarting" })).toEqual([
    ...["done", "done", "skipped", "skipped"],
  ]);
  expect(ended({ result: "not sent" })[0]).toBe("failed");
});

test("the ring shows the part of the ten minutes that has passed", () => {
  expect(shareOfProof(healthy, NOW)).toBeCloseTo(0.4);
  expect(shareOfProof(healthy, NOW + 60 * MINUTE)).toBe(1);
  expect(shareOfProof(awaited({ hasVersion: true }), NOW)).toBe(0);
  expect(shareOfProof(null, NOW)).toBe(0);
});

test("settings that changed since the update began are its own, and the snapshot before it restores them", () => {
  const drifting = (address: string, at: number) =>
    ({ address, drift: { from: 1, to: 2, at } }) as Parameters<typeof findCleared>[0][number];
  const update = { address: "003311", at: NOW };
  const own = drifting("0033110031", NOW + MINUTE);
  const drifts = [own, drifting("0033110032", NOW - 1), drifting("0033120031", NOW + MINUTE)];
  expect(findCleared(drifts, update)).toEqual([own]);
  expect(findCleared(drifts, undefined)).toEqual([]);
  const taken = (at: number, reason = "daily") => ({ at, reason });
  const list = [NOW + 5 * MINUTE, NOW, NOW - MINUTE].map((at) => taken(at));
  expect(findSnapshotBefore(list, NOW, [own])).toEqual(taken(NOW));
  expect(findSnapshotBefore([taken(NOW + 1)], NOW, [own])).toBeNull();
  // Settings that were never read before the update are read before it is installed.
  const first = taken(NOW + 1, "first connection");
  expect(findSnapshotBefore([taken(NOW + 2), first, taken(NOW)], NOW, [own])).toEqual(first);
  const late = taken(NOW + MINUTE + 1, "first connection");
  expect(findSnapshotBefore([late, taken(NOW)], NOW, [own])).toEqual(taken(NOW));
});
