import { expect, test } from "vitest";
import { countDrawnTrees } from "./forest.ts";

test("twice as many trees are one more that is drawn, up to a forest", () => {
  expect([0, -1, 0.01, 1, 3, 4, 7, 1_000, 79_811, 1e12].map(countDrawnTrees)).toEqual([
    0, 0, 1, 1, 2, 3, 3, 10, 14, 14,
  ]);
});
