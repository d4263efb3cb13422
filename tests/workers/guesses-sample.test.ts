import { expect, test } from "vitest";
import { judgeGuesses, runGuesses } from "../probes/guesses/run.ts";
import { LOW_COST } from "../support/test-context.ts";

test("a hundred guesses get into no account, and its owner signs in meanwhile", async () => {
  const result = await runGuesses({ seed: 1, count: 120, cost: LOW_COST }, () => {});
  judgeGuesses(result);
  expect(result).toMatchObject({ inside: 0, ownerIn: 4, usualWaitMs: 0 });
  expect(result.newWaitMs).toBeGreaterThan(0);
});
