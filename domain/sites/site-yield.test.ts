import fc from "fast-check";
import { expect, test } from "vitest";
import { compareYields, type YieldOfSite } from "./site-yield.ts";

const site = (id: number, perDay: number, more: Partial<YieldOfSite> = {}): YieldOfSite => ({
  id,
  solarPeak: 10_000,
  solarWeek: perDay * 10_000 * 7,
  solarWeekDays: 7,
  latitude: 48.01,
  longitude: 7.83,
  ...more,
});

test("a site is compared with the median of at least three neighbours of its weather cell", () => {
  const far = { latitude: 53.5, longitude: 10 };
  const found = compareYields([
    site(1, 2),
    site(2, 4),
    site(3, 4),
    site(4, 6),
    site(5, 1, far),
    site(6, 1, far),
  ]);
  expect(found.get(1)).toEqual({ yield: 2, ratio: 0.5, among: "neighbours", others: 3 });
  expect(found.get(4)).toEqual({ yield: 6, ratio: 1.5, among: "neighbours", others: 3 });
  // One neighbour is too few.
  expect(found.get(5)).toEqual({ yield: 1, ratio: 0.25, among: "all", others: 5 });
});

test("a site without installed power, production or others has no comparison", () => {
  const found = compareYields([
    site(1, 3),
    site(2, 3, { solarPeak: null }),
    site(3, 3, { solarWeek: null }),
    site(4, 3, { solarWeekDays: 0 }),
  ]);
  expect([...found]).toEqual([[1, { yield: 3, ratio: null, among: "all", others: 0 }]]);
});

test("fewer days count as a mean, and a site without a position is compared with all", () => {
  const two = site(1, 3, { solarWeek: 60_000, solarWeekDays: 2, latitude: null });
  const found = compareYields([two, site(2, 6), site(3, 6)]);
  expect(found.get(1)).toEqual({ yield: 3, ratio: 0.5, among: "all", others: 2 });
});

test("each ratio is that to the median of the others, found by sorting them", () => {
  const yields = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(yields, (perDay) => {
      const found = compareYields(perDay.map((one, id) => site(id, one)));
      for (const [id, one] of perDay.entries()) {
        const others = perDay.filter((_, other) => other !== id).sort((a, b) => a - b);
        const half = others.length / 2;
        const median = ((others[Math.ceil(half) - 1] ?? 0) + (others[Math.floor(half)] ?? 0)) / 2;
        expect(found.get(id)?.ratio).toBeCloseTo(one / median, 9);
      }
    }),
  );
});
