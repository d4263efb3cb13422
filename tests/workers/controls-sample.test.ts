import { expect, test } from "vitest";
import { runControls } from "../probes/controls/run.ts";

// A sample of `npm run probe -- controls`.
test("controls reach their contracted end under all faults, and a seed repeats the same run", async () => {
  const play = (firstSite: number) => runControls(3, 34, () => {}, { eachWorld: 10, firstSite });
  const { findings, report, trace } = await play(4_000);
  expect(findings).toEqual([]);
  expect(report.controls).toBeGreaterThanOrEqual(34);
  expect((await play(5_000)).trace).toBe(trace);
});
