import { expect, test } from "vitest";
import { isLiveLine } from "./missing-frequency.ts";

test("a line is dead while every known phase is below 40 V", () => {
  expect([isLiveLine([39.9]), isLiveLine([0, -39.9]), isLiveLine([12, null])]).toEqual([
    false,
    false,
    false,
  ]);
});

test("a line is live with one phase of 40 V, and as long as no voltage is known", () => {
  const lines = [[40], [-40], [0, 230], [], [null, undefined], ["off"]] as const;
  expect(lines.map((phases) => isLiveLine(phases))).toEqual(lines.map(() => true));
});
