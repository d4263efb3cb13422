import { expect, test } from "vitest";
import { runEmailChangeCodes } from "../probes/email-change-codes/run.ts";

test("forty tries to take an account over by its e-mail address take none", async () => {
  const { tries, taken } = await runEmailChangeCodes(1, 40);
  expect(taken).toEqual([]);
  expect(Object.keys(tries)).toHaveLength(7);
});
