import { expect, test } from "vitest";
import {
  checkArrivals,
  checkLateSamples,
  checkModel,
  checkSplits,
} from "../../../tests/support/limit-properties.ts";

const SEED = 16;

test("one pass finds the alarms of a model that searches backwards", () => {
  expect(checkModel({ runs: 3_000, seed: SEED }).alarms).toBeGreaterThan(1_500);
});

test("samples in any parts, with restarts between them, leave the log of one pass", () => {
  checkSplits({ runs: 1_000, seed: SEED });
});

test("samples in any order, repeated and cut otherwise, leave the log of one pass", () => {
  const { alarms, reevaluations } = checkArrivals({ runs: 1_500, seed: SEED });
  expect(alarms).toBeGreaterThan(1_000);
  expect(reevaluations).toBeGreaterThan(1_000);
});

test("late samples in the middle of runs leave the log of one pass", () => {
  const { alarms, reevaluations } = checkLateSamples({ runs: 6_000, seed: SEED });
  expect(alarms).toBeGreaterThan(3_000);
  expect(reevaluations).toBeGreaterThan(3_000);
});
