import { expect, test } from "vitest";
import { runOutage } from "../probes/outage/run.ts";

test("7.4 hours resent shuffled with a fifth of it twice make the store and the rollups of an undisturbed site", async () => {
  const { resent } = await runOutage(501);
  expect(resent).toBeGreaterThan(90);
});
