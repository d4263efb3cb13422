import { expect, test } from "vitest";
import { MANNERS } from "../probes/changes/device.ts";
import { runChanges } from "../probes/changes/run.ts";

// Samples of `npm run probe -- changes`.
test("changes reach an allowed end under every fault", async () => {
  const { findings, manners } = await runChanges(5, MANNERS.length, { firstSite: 12_000 });
  expect(findings).toEqual([]);
  expect([...manners.keys()].toSorted()).toEqual([...MANNERS].toSorted());
});

test("a seed repeats the same run, and another seed is another run", async () => {
  const [one, again, other] = [
    await runChanges(5, 4, { firstSite: 13_000 }),
    await runChanges(5, 4, { firstSite: 13_100 }),
    await runChanges(6, 4, { firstSite: 13_200 }),
  ];
  expect(again.trace).toBe(one.trace);
  expect(other.trace).not.toBe(one.trace);
});
