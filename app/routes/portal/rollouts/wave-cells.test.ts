import { expect, test } from "vitest";
import { DEFAULT_PLAN } from "#domain/rollouts/limits.ts";
import { SITE_STATES, type SiteState } from "#domain/rollouts/states.ts";
import { LOOKS, lookOf, readRolloutAddress, rolloutAddress } from "./rollouts-data.ts";
import { cellsOf } from "./wave-cells.ts";

const digits = (...states: readonly SiteState[]) =>
  states.map((state) => SITE_STATES.indexOf(state)).join("");
const looksOf = (text: string) => [...text].map((digit) => LOOKS[Number(digit)]);

test("sites are divided into the waves in their order, and those that are left out are apart", () => {
  const states = digits(
    ...Array.from({ length: 20 }, (): SiteState => "pending").toSpliced(
      0,
      4,
      "succeeded",
      "skipped",
      "failed",
      "watching",
    ),
  );
  const { waves, skipped, counts } = cellsOf(states, DEFAULT_PLAN);
  // 19 sites take part: one canary, none more up to 5 %, 5 up to 25 %, and the others.
  expect(waves.map(({ wave, percent, looks }) => [wave, percent, looks.length])).toEqual([
    [0, null, 1],
    [2, 25, 4],
    [3, 100, 14],
  ]);
  expect(looksOf(waves[1]?.looks ?? "")).toEqual(["failed", "watching", "pending", "pending"]);
  expect(looksOf(skipped)).toEqual(["skipped"]);
  expect(counts).toEqual({
    ...{ pending: 16, working: 0, watching: 1, succeeded: 1, failed: 1, skipped: 1 },
  });
});

test("every state has a look, and a rollout without a valid plan is still drawn", () => {
  expect(SITE_STATES.map(lookOf)).toEqual([
    ...["pending", "pending", "skipped", "working", "working", "watching", "succeeded", "failed"],
  ]);
  const { waves } = cellsOf(digits("unchecked", "starting"), null);
  expect(waves.flatMap(({ looks }) => looksOf(looks))).toEqual(["pending", "working"]);
  expect(cellsOf("", null).waves).toEqual([]);
});

test("an address leads to the list, to a new rollout, or to the sites of one", () => {
  const read = (query: string) => readRolloutAddress(new URLSearchParams(query));
  expect(read("page=2")).toEqual({ kind: "list", page: 2 });
  expect(read("new")).toEqual({ kind: "new" });
  expect(read(rolloutAddress(3, "failed", 2).replace("/rollouts?", ""))).toEqual({
    ...{ kind: "one", id: 3, look: "failed", page: 2 },
  });
  expect(read("id=x&state=odd&page=-1")).toMatchObject({
    ...{ kind: "one", id: Number.MAX_SAFE_INTEGER, look: null, page: 1 },
  });
});
