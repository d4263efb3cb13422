import { expect, test } from "vitest";
import { turnedSize } from "./crop-picture.ts";

test("a picture that is turned takes the room of its corners", () => {
  const size = { width: 300, height: 100 };
  const sides = (rotation: number) =>
    Object.values(turnedSize(size, rotation)).map((side) => Math.round(side));
  expect(sides(0)).toEqual([300, 100]);
  expect(sides(90)).toEqual([100, 300]);
  expect(sides(-180)).toEqual([300, 100]);
  expect(sides(45)).toEqual([283, 283]);
});
