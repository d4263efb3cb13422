import { expect, test } from "vitest";
import { zoomFor } from "./zoom-for.ts";

test.each([
  [48, 11, 6],
  [48.1, 11, 8],
  [48.1, -11.57, 10],
  [-48.137, 11.575, 12],
  [48.13713, 11.57539, 13],
])("a map shows %d, %d at zoom %d", (latitude, longitude, zoom) => {
  expect(zoomFor(latitude, longitude)).toBe(zoom);
});
