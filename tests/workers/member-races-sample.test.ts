import { expect, test } from "vitest";
import { RACES, runRaces } from "../probes/member-races/run.ts";

// A sample of `npm run probe -- member-races`.
test("one of concurrent approvals, removals, take-overs and accepts wins, and nothing is half done", async () => {
  const { races } = await runRaces(2, () => {});
  expect(races).toBe(Object.keys(RACES).length * 4);
});
