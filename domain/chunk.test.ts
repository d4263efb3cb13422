import { expect, test } from "vitest";
import { chunk } from "./chunk.ts";

test("chunks keep the order, and the last has the rest", () => {
  expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunk([1, 2, 3, 4], 2)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(chunk([1], 90)).toEqual([[1]]);
  expect(chunk([], 3)).toEqual([]);
});
