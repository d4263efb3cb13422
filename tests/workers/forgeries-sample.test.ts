import { expect, test } from "vitest";
import { changeManySites, KINDS, runForgeries } from "../probes/forgeries/run.ts";

// A sample of `npm run probe -- forgeries`.
test("no forged change reaches a device, of whatever kind", async () => {
  const { findings, forged, reached } = await runForgeries(3, 4 * KINDS.length);
  expect(findings).toEqual([]);
  expect(reached).toBe(0);
  expect([...forged.keys()]).toEqual([...KINDS]);
});

test("a stolen session changes twenty sites in ten minutes and no more", async () => {
  expect(await changeManySites(23)).toEqual({ changed: 20, wrote: 20 });
});
