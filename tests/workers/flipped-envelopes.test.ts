import { test } from "vitest";
import { runEnvelopes } from "../probes/envelopes/run.ts";

// A sample of `npm run probe -- envelopes`.
test("envelopes with one bit flipped and replays get one refusal, and nothing is done", async () => {
  await runEnvelopes(3, 200, () => {});
});
