import { expect, test } from "vitest";
import { runSeed } from "../probes/wire/run/run-seed.ts";

/** Few steps of few seeds: `npm run probe -- wire` has a thousand. */
const STEPS = 40;

test.each([3, 8])("logger, object and viewers agree in the end, seed %i", async (seed) => {
  const { faults } = await runSeed(8800 + seed, seed, STEPS);
  expect(faults).toEqual([]);
});

test("a seed does the same again", async () => {
  const once = await runSeed(8820, 5, STEPS);
  const again = await runSeed(8821, 5, STEPS);
  expect(again.trace).toEqual(once.trace);
  expect(once.trace.length).toBeGreaterThan(100);
});
