import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { runRollouts } from "../probes/rollouts/run.ts";

// A sample of `npm run probe -- rollouts`.
test("rollouts keep their bounds, and every site's end is known", async () => {
  const { findings } = await runRollouts(1, 24, 5 * MINUTE_MS);
  expect(findings).toEqual([]);
});
