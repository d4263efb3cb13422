import { beforeAll, expect, test } from "vitest";
import { listParts } from "#domain/imports/import-parts.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import type { SignedIn } from "#operations/context.ts";
import { callerOf, tryCall } from "../support/claims.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const context = testContext();
let owner: SignedIn;

beforeAll(async () => {
  await seedUsers();
  owner = await callerOf("owner");
});

const call = (name: "list" | "begin" | "write" | "undo", input: object, caller: SignedIn = owner) =>
  tryCall(`POST /site/v2/import/${name}`, { id: ALPHA, ...input }, caller, context);

const from = Date.UTC(2024, 5, 1);
const at = Array.from({ length: 96 }, (_, quarter) => from + quarter * (HOUR_MS / 4));
const parts = listParts({
  samples: { "0100": { at, values: at.map((_, quarter) => quarter * 4) } },
  energies: { solar: { at, values: at.map((_, quarter) => quarter) } },
});
const layerOf = (id: string, more: object = {}) => ({
  layerId: id.repeat(43),
  name: "June.csv",
  portal: "enphase",
  from,
  until: from + 24 * HOUR_MS,
  rows: 96,
  parts: parts.length,
  values: 192,
  ...more,
});
const write = (id: string, part: number, content: unknown) =>
  call("write", { layerId: id.repeat(43), part, content });

test("an import is stored part by part, listed with its energies, and undone", async () => {
  expect((await call("begin", layerOf("a"))).data).toEqual({ state: "writing", next: 0 });
  expect((await write("a", 0, parts[0])).data).toEqual({ state: "writing", next: 1 });
  expect((await call("begin", layerOf("a"))).data).toEqual({ state: "writing", next: 1 });
  expect((await call("list", {})).data).toMatchObject({ list: [{ isComplete: false, stored: 1 }] });
  expect((await write("a", 1, parts[1])).data).toEqual({ state: "complete", next: null });
  const sum = (95 * 96) / 2;
  expect((await call("list", {})).data).toMatchObject({
    list: [{ name: "June.csv", portal: "enphase", isComplete: true, sums: { solar: sum } }],
  });
  const summary = await tryCall(
    "POST /site/v2/chart/summary",
    { id: ALPHA, type: "month", date: "2024-06-01", chart: "solar" },
    owner,
    context,
  );
  expect(JSON.stringify(summary.data)).toContain('"imported"');
  // The same values under another id are the same import.
  await call("begin", layerOf("b"));
  await write("b", 0, parts[0]);
  expect((await write("b", 1, parts[1])).data).toEqual({ state: "same", next: null });
  expect((await call("undo", { layerId: "a".repeat(43) })).data).toBeNull();
  expect((await call("list", {})).data).toEqual({ list: [] });
  expect((await call("undo", { layerId: "a".repeat(43) })).code).toBe("notFound");
});

test("parts that do not fit are refused", async () => {
  await call("begin", layerOf("c"));
  const [samples] = parts;
  if (samples === undefined) throw new Error("no parts");
  const columns = samples.columns;
  for (const content of [
    { ...samples, at: samples.at.toReversed() },
    { ...samples, at: samples.at.slice(1) },
    { ...samples, at: samples.at.map((instant) => instant + 48 * HOUR_MS) },
    { ...samples, columns: {} },
    { ...samples, columns: { ...columns, "0999": columns["0100"] } },
    { ...samples, columns: { "0100": samples.at.map(() => 1e12) } },
    { kind: "energies", at: [from + 1], columns: { solar: [1] } },
    { kind: "energies", at: [from], columns: { solar: [-1] } },
    { kind: "energies", at: new Array(4_001).fill(from), columns: { solar: [] } },
  ])
    expect((await write("c", 0, content)).code).toBe("invalid");
  expect((await write("d", 0, samples)).code).toBe("notFound");
  await call("undo", { layerId: "c".repeat(43) });
});

test("a period in the future, before 2000 or of another length is refused", async () => {
  for (const period of [
    { until: context.now() + 3 * 24 * HOUR_MS },
    { from: 0 },
    { until: from },
    { layerId: "short" },
    { name: " " },
    { portal: "none" },
    { parts: 601 },
  ])
    expect((await call("begin", layerOf("e", period))).code).toBe("invalid");
});
