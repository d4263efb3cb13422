import fc from "fast-check";
import { expect, test } from "vitest";
import type { Geofence, Position } from "./geofence.ts";
import { isInside, judgeFence, metresBetween } from "./inside-fence.ts";

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });
const polygon = (...corners: Position[]): Geofence => ({ shape: "polygon", corners });
const circle = (centre: Position, radius: number): Geofence => ({
  shape: "circle",
  centre,
  radius,
});

const anywhere = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
/** From -180 to 180. */
const wrap = (degrees: number) => degrees - 360 * Math.round(degrees / 360);

test("distances are those over the ground", () => {
  // Hamburg to Berlin, and a degree along the equator.
  expect(metresBetween(at(53.5511, 9.9937), at(52.52, 13.405))).toBeCloseTo(255_300, -3);
  expect(metresBetween(at(0, 179.5), at(0, -179.5))).toBeCloseTo(111_195, -1);
  expect(metresBetween(at(0, 0), at(0, 180))).toBeCloseTo(Math.PI * 6_371_008.8, 0);
});

test("every position nearer than the radius is inside a circle, also beyond the antimeridian", () => {
  fc.assert(
    fc.property(
      anywhere,
      anywhere,
      fc.integer({ min: 10, max: 100_000 }),
      (centre, other, radius) => {
        const fence = circle(centre, radius);
        expect(isInside(fence, centre)).toBe(true);
        expect(isInside(fence, other)).toBe(metresBetween(centre, other) <= radius);
      },
    ),
  );
  expect(isInside(circle(at(-17, 179.99), 5000), at(-17, -179.99))).toBe(true);
});

test("a box holds what lies between its sides, wherever on Earth it is", () => {
  const offset = fc.double({ min: -2, max: 2, noNaN: true });
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      offset,
      offset,
      (latitude, longitude, north, east) => {
        fc.pre(Math.abs(Math.abs(north) - 1) > 1e-6 && Math.abs(Math.abs(east) - 1) > 1e-6);
        const corner = (up: number, right: number) => at(latitude + up, wrap(longitude + right));
        const box = polygon(corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1));
        const isBetween = Math.abs(north) < 1 && Math.abs(east) < 1;
        expect(isInside(box, corner(north, east))).toBe(isBetween);
      },
    ),
  );
});

test("a fence is the same from any first corner and in either direction", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          latitude: fc.double({ min: -60, max: 60, noNaN: true }),
          longitude: fc.double({ min: 170, max: 190, noNaN: true }).map(wrap),
        }),
        { minLength: 3, maxLength: 12 },
      ),
      fc.nat(11),
      fc.record({
        latitude: fc.double({ min: -60, max: 60, noNaN: true }),
        longitude: fc.double({ min: 165, max: 195, noNaN: true }).map(wrap),
      }),
      (corners, shift, position) => {
        const start = shift % corners.length;
        const turned = [...corners.slice(start), ...corners.slice(0, start)];
        const inside = isInside(polygon(...corners), position);
        expect(isInside(polygon(...turned), position)).toBe(inside);
        expect(isInside(polygon(...turned.toReversed()), position)).toBe(inside);
      },
    ),
  );
});

test("a notch is outside", () => {
  const notched = polygon(at(0, 0), at(0, 4), at(4, 4), at(1, 2), at(4, 0));
  expect(isInside(notched, at(0.5, 2))).toBe(true);
  expect(isInside(notched, at(3, 2))).toBe(false);
});

test("without a fence or a reported position the result is unknown", () => {
  const fence = circle(at(1, 1), 100);
  expect(judgeFence(null, at(1, 1))).toBeNull();
  expect(judgeFence(fence, null)).toBeNull();
  expect(judgeFence(fence, at(1, 1))).toBe("inside");
  expect(judgeFence(fence, at(2, 1))).toBe("outside");
});
