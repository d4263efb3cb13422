import { test } from "vitest";
import { runFrames } from "../probes/frames/run.ts";

// A sample of `npm run probe -- frames`.
test("mutated frames of loggers and viewers get the contract's answer and affect no other site", async () => {
  await runFrames(11, 150, () => {});
});
