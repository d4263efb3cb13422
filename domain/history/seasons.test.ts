import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "../units/durations.ts";
import { dayOf, formatDay, startOfDay } from "./local-days.ts";
import { listSeasons } from "./seasons.ts";

const ZONES = ["Europe/Lisbon", "Asia/Kathmandu", "America/Santiago", "Pacific/Apia"] as const;
const NOVEMBER = Date.UTC(2026, 10, 29, 12);

const daysOf = (zone: string, { from, to }: { from: number; to: number }) => [
  formatDay(dayOf(zone, from)),
  formatDay(dayOf(zone, to - 1)),
];

test("the last four seasons of the north are a winter over two years to the present autumn", () => {
  const seasons = listSeasons("Europe/Lisbon", NOVEMBER, 38.6, 4);
  expect(seasons.map((one) => [one.name, ...one.years, ...daysOf("Europe/Lisbon", one)])).toEqual([
    ["winter", 2025, 2026, "2025-12-01", "2026-02-28"],
    ["spring", 2026, 2026, "2026-03-01", "2026-05-31"],
    ["summer", 2026, 2026, "2026-06-01", "2026-08-31"],
    ["autumn", 2026, 2026, "2026-09-01", "2026-11-29"],
  ]);
});

test("the south has its summer at the turn of the year, and the tropics have none", () => {
  const [season] = listSeasons("America/Santiago", Date.UTC(2026, 0, 15), -36.6, 1);
  expect(season).toMatchObject({ name: "summer", years: [2025, 2026] });
  expect(listSeasons("America/Santiago", NOVEMBER, -36.6, 1)[0]?.name).toBe("spring");
  for (const latitude of [null, 0, -16, 23])
    expect(listSeasons("Pacific/Tahiti", NOVEMBER, latitude, 4).map(({ name }) => name)).toEqual([
      ...[null, null, null, null],
    ]);
});

test("seasons follow each other without a gap up to the end of today, at any time and in any zone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2060, 0) }),
      fc.integer({ min: 1, max: 9 }),
      (zone, now, count) => {
        const seasons = listSeasons(zone, now, 45, count);
        expect(seasons).toHaveLength(count);
        expect(seasons.at(-1)?.to).toBe(startOfDay(zone, dayOf(zone, now) + 1));
        for (const [place, { from, to, name }] of seasons.entries()) {
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThan(93 * DAY_MS);
          const next = seasons[place + 1];
          if (next === undefined) continue;
          expect(next.from).toBe(to);
          expect(next.name).not.toBe(name);
          expect(to - from).toBeGreaterThan(89 * DAY_MS);
        }
      },
    ),
  );
});
