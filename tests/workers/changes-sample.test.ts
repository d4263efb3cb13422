import { expect, test } from "vitest";
import { MANNERS } from "../probes/changes/device.ts";
import { runChanges } from "../probes/changes/run.ts";

// A sample of `npm run probe -- changes`.
test("changes reach an allowed end under every fault, and a seed repeats the same run", async () => {
  const { findings, manners, trace } = await runChanges(5, MANNERS.length, { firstSite: 12_000 });
  expect(findings).toEqual([]);
  expect([...manners.keys()].toSorted()).toEqual([...MANNERS].toSorted());
  const few = await runChanges(5, 4, { firstSite: 13_000 });
  expect((await runChanges(5, 4, { firstSite: 13_100 })).trace).toBe(few.trace);
  expect(trace).not.toBe(few.trace);
});
