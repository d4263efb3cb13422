import { expect, test } from "vitest";
import { roundWait } from "./wait.ts";

test.each([
  [1, "seconds", 1],
  [90, "seconds", 90],
  [91, "minutes", 2],
  [900, "minutes", 15],
  [901, "minutes", 16],
  [5_400, "minutes", 90],
  [5_401, "hours", 2],
  [71_230, "hours", 20],
  [86_400, "hours", 24],
] as const)("%i s are expressed in %s: %i", (seconds, unit, count) => {
  expect(roundWait(seconds)).toEqual({ unit, count });
});
