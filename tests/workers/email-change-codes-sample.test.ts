import { expect, test } from "vitest";
import { runEmailChangeCodes } from "../probes/email-change-codes/run.ts";

test("forty attempts to take over an account by its e-mail address fail", async () => {
  const { attempts, taken } = await runEmailChangeCodes(1, 40);
  expect(taken).toEqual([]);
  expect(Object.keys(attempts)).toHaveLength(7);
});
