import fc from "fast-check";
import { expect, test } from "vitest";
import { isInside } from "#domain/sites/inside-fence.ts";
import { firstFence, middleOf, nextCorner, unwrapCorners } from "./fence-shape.ts";

const anywhere = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test("a first fence lies around its place, wherever that is", () => {
  fc.assert(
    fc.property(anywhere, fc.constantFrom("circle" as const, "polygon" as const), (at, shape) => {
      const fence = firstFence(shape, at);
      expect(isInside(fence, at)).toBe(true);
      expect(middleOf(fence).latitude).toBeCloseTo(at.latitude, 4);
      if (fence.shape === "circle") return;
      for (const { longitude } of fence.corners)
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
    }),
  );
});

test("corners beyond the antimeridian are drawn beside each other", () => {
  const fiji = [
    { latitude: -17, longitude: 179 },
    { latitude: -17, longitude: -179 },
    { latitude: -18, longitude: -179 },
  ];
  expect(unwrapCorners(fiji)).toEqual([
    [-17, 179],
    [-17, 181],
    [-18, 181],
  ]);
  expect(nextCorner(fiji)).toEqual({ latitude: -17.5, longitude: -180 });
});
