import { expect, test } from "vitest";
import { runWear } from "../probes/wear/run.ts";

// A sample of `npm run probe -- wear`.
test("equal values wear nothing, loops stop at the budget, and the meter is that of the device", async () => {
  const { device, findings, meter } = await runWear(3, 30, { firstSite: 13_500 });
  expect(findings).toEqual([]);
  expect(meter).toBe(device);
  expect(meter).toBeGreaterThan(0);
});
