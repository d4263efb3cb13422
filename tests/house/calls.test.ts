import { expect, test } from "vitest";
import type { AnyOperation } from "#operations/call.ts";
import { operations } from "#operations/table.ts";
import calls from "../fixtures/calls.json" with { type: "json" };
import unserved from "../fixtures/unserved-calls.json" with { type: "json" };

const wanted = calls.map(({ method, path }) => `${method} ${path}`);
const served = new Set(
  (operations as readonly AnyOperation[])
    .filter((row) => row.served === "api")
    .map(({ path }) => path.replace(" ", " /api")),
);

function compare(
  wanted: readonly string[],
  served: ReadonlySet<string>,
  listed: readonly string[],
) {
  return {
    lost: wanted.filter((call) => !served.has(call) && !listed.includes(call)),
    done: listed.filter((call) => served.has(call)),
    unknown: listed.filter((call) => !wanted.includes(call)),
  };
}

test("the specification has 113 calls, each of them once", () => {
  expect(new Set(wanted).size).toBe(113);
  expect(wanted).toHaveLength(113);
});

test("every call of the specification is served, but for those on the list, which only shrinks", () => {
  const { lost, done, unknown } = compare(wanted, served, unserved);
  expect(lost, "neither served nor listed").toEqual([]);
  expect(done, "served by now: take them off tests/fixtures/unserved-calls.json").toEqual([]);
  expect(unknown, "listed, but no call of the specification").toEqual([]);
  expect(new Set(unserved).size).toBe(unserved.length);
});

test("a planted call that is lost, one that is served, and an unwanted one are found", () => {
  expect(compare(["a", "b", "c"], new Set(["b"]), ["b", "c", "d"])).toEqual({
    lost: ["a"],
    done: ["b"],
    unknown: ["d"],
  });
});
