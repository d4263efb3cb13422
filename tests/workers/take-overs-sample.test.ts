import { expect, test } from "vitest";
import { runTakeovers } from "../probes/takeovers/run.ts";

// A sample of `npm run probe -- takeovers`.
test("no sample is lost or doubled when newer loggers take over with batches of both in the air", async () => {
  const { takeovers } = await runTakeovers(3, 40, () => {});
  expect(takeovers).toBeGreaterThanOrEqual(40);
});
