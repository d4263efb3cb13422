import { expect, test } from "vitest";
import { runTakeoverCodes } from "../probes/takeover-codes/run.ts";

test("forty tries to take an account over by its e-mail address take none", async () => {
  const { tries, taken } = await runTakeoverCodes(1, 40);
  expect(taken).toEqual([]);
  expect(Object.keys(tries)).toHaveLength(7);
});
