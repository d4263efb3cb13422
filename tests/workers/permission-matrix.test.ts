import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import { askDirectly, askPortal } from "../support/matrix/ask.ts";
import { bringOnStage } from "../support/matrix/cast.ts";
import { LEAKS, SOUND } from "../support/matrix/leaks.ts";
import { ROWS } from "../support/matrix/rows.ts";
import { readState, type StoredState } from "../support/matrix/stored-state.ts";
import { walk } from "../support/matrix/walk.ts";

const table = operations as readonly AnyOperation[];
let clean: StoredState;

// What a call has an object send is delivered a second later or more, while another call is under test.
const queue = Object.getPrototypeOf(env.SITE_EVENTS) as Queue;
const { send } = queue;

beforeAll(async () => {
  queue.send = async () => ({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } });
  await bringOnStage();
  clean = await readState();
});

afterAll(() => {
  queue.send = send;
});

test("every operation has a row in the matrix, and every row an operation", () => {
  expect(table.map(({ path }) => path).toSorted()).toEqual(Object.keys(ROWS).toSorted());
});

test("sound data passes", async () => {
  for (const { operation, row } of SOUND)
    expect(await walk(operation, row, askDirectly(), clean)).toEqual([]);
});

test.each(Object.keys(LEAKS))("the matrix finds a planted leak: %s", async (name) => {
  const { operation, row, ask = askDirectly() } = LEAKS[name] ?? {};
  if (operation === undefined || row === undefined) throw new Error("no such leak");
  expect(await walk(operation, row, ask, clean)).not.toEqual([]);
});

test.each(Object.keys(ROWS))("%s reaches a user's own data and no other", async (path) => {
  const operation = table.find((row) => row.path === path);
  const row = ROWS[path];
  if (operation === undefined || row === undefined) throw new Error("no such operation");
  const ask = operation.served === "api" ? askPortal : askDirectly();
  expect(await walk(operation, row, ask, clean)).toEqual([]);
});
