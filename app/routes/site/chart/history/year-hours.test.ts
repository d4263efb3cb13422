import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDay } from "#domain/history/local-days.ts";
import { boxOfCell, cellAt, drawHours, monthsOf } from "./draw-hours.ts";
import {
  energyPerHour,
  greatestCellOf,
  type HoursAnswer,
  heatTopOf,
  moveCell,
  type YearHours,
  yearHoursOf,
} from "./year-hours.ts";

const none = () => new Array<number | null>(24).fill(null);
const FIRST = Date.UTC(2026, 0) / 86_400_000;

/** The answer on 2026-11-03 at 07:30 in Berlin. */
const answer: HoursAnswer = {
  quantity: "solar",
  year: 2026,
  startDateTime: Date.parse("2025-12-31T23:00Z"),
  endDateTime: Date.parse("2026-12-31T23:00Z"),
  passedDateTime: Date.parse("2026-11-03T07:00Z"),
  timeZoneId: "Europe/Berlin",
  symbol: "Wh",
  days: [
    { date: "2026-03-29", hours: none().with(1, 50) },
    {
      date: "2026-10-25",
      hours: none().with(2, 1_000).with(3, 800).with(4, 0),
      coverage: new Array(24).fill(0).with(2, 1).with(3, 0.5).with(4, 1),
      quality: none()
        .with(2, "measured" as never)
        .with(3, "filled" as never) as never,
    },
    { date: "2026-11-03", hours: none().with(7, 20) },
  ],
  unusual: [
    { date: "2026-03-29", hour: 2, minutes: 0 },
    { date: "2026-10-25", hour: 2, minutes: 120 },
  ],
};
const cellOf = (date: string, hour: number) => (Date.parse(date) / 86_400_000 - FIRST) * 24 + hour;

test("values are placed by day and hour of the clock, up to the running hour", () => {
  const hours = yearHoursOf(answer);
  expect(hours).toMatchObject({ firstDay: FIRST, days: 365, passed: cellOf("2026-11-03", 7) + 1 });
  expect(hours.values).toHaveLength(hours.passed);
  const at = (date: string, hour: number) => hours.values[cellOf(date, hour)];
  expect([at("2026-10-25", 3), at("2026-10-25", 4), at("2026-10-25", 5)]).toEqual([800, 0, null]);
  expect(at("2026-11-03", 7)).toBe(20);
  expect([...hours.coverages]).toEqual([[cellOf("2026-10-25", 3), 0.5]]);
  expect([...hours.qualities]).toEqual([[cellOf("2026-10-25", 3), "filled"]]);
  const leap = yearHoursOf({ ...answer, year: 2024, days: [], unusual: [] });
  expect(leap).toMatchObject({ days: 366, passed: 0, values: [] });
});

test("an hour that occurs twice is coloured by the mean of both, and a skipped one by none", () => {
  const hours = yearHoursOf(answer);
  expect(energyPerHour(hours, cellOf("2026-10-25", 2))).toBe(500);
  expect(energyPerHour(hours, cellOf("2026-03-29", 2))).toBeNull();
  expect(greatestCellOf(hours)).toBe(cellOf("2026-10-25", 3));
});

const plain = (values: readonly (number | null)[]): YearHours => ({
  ...{ firstDay: FIRST, days: 365, passed: values.length, values },
  ...{ minutes: new Map(), coverages: new Map(), qualities: new Map() },
});

test("the scale ends at a round value above all hours, unless a few are far above all others", () => {
  const usual = Array.from({ length: 1_000 }, (_, place) => place);
  expect(heatTopOf(plain(usual))).toEqual({ top: 1_000, isExceeded: false });
  expect(heatTopOf(plain([...usual, 40_000]))).toEqual({ top: 1_000, isExceeded: true });
  expect(heatTopOf(plain([0, null, 0]))).toEqual({ top: 1, isExceeded: false });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1 }), (values) => {
      const { top, isExceeded } = heatTopOf(plain(values));
      const greatest = Math.max(...values);
      if (!isExceeded) expect(top >= greatest && top <= greatest * 2).toBe(true);
    }),
  );
});

test("keys move by days, hours and months, and stay among the hours that have passed", () => {
  const hours = yearHoursOf(answer);
  const move = (date: string, hour: number, by: Parameters<typeof moveCell>[2]) => {
    const cell = moveCell(hours, cellOf(date, hour), by);
    return `${formatDay(FIRST + Math.floor(cell / 24))} ${cell % 24}`;
  };
  expect(move("2026-01-31", 5, { months: 1 })).toBe("2026-02-28 5");
  expect(move("2026-03-15", 23, { hours: 1 })).toBe("2026-03-15 23");
  expect(move("2026-03-15", 0, { days: -1 })).toBe("2026-03-14 0");
  expect(move("2026-01-01", 9, { days: -1 })).toBe("2026-01-01 9");
  expect(move("2026-11-02", 12, { days: 1 })).toBe("2026-11-03 7");
  expect(move("2026-02-01", 12, { days: 365 })).toBe("2026-11-03 7");
  expect(move("2026-02-01", 12, { days: -365 })).toBe("2026-01-01 12");
});

const area = { left: 52, right: 352, top: 8, bottom: 238 };

test("the cell at a position is the one whose box is there, and none is in the future", () => {
  const hours = { days: 365, passed: 300 * 24 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 24 - 1 }), (cell) => {
      const box = boxOfCell(area, hours, cell, 1_000);
      const found = cellAt(area, hours, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
      expect(found).toBe(cell < hours.passed ? cell : null);
    }),
  );
  expect(cellAt(area, hours, 51, 100)).toBeNull();
  expect(cellAt(area, hours, 100, 239)).toBeNull();
});

test("every hour with a value is filled, zero too; one without is hatched, and an uncertain one, too", () => {
  const steps: string[] = [];
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (target, name: string) =>
      name in target
        ? target[name]
        : (left: number) => {
            if (name === "fillRect") steps.push(`${target.fillStyle}`);
            if (name === "rect" && left !== area.left) steps.push("hatched");
            if (name === "stroke") steps.push(`${target.strokeStyle}`);
          },
    set: (target, name: string, value) => {
      target[name] = value;
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
  const look = { colors: ["zero", "top"], top: 10, hatch: "missing", ground: "part" };
  // The first day is at the left edge, like the hatched area itself, and is not recorded.
  const values = [...none(), 0, 10, null, 4];
  const hours = { ...plain(values), coverages: new Map([[25, 0.5]]) };
  drawHours(pen, hours, { ...look, text: "", line: "" }, { area, ratio: 2 });
  expect(steps).toEqual([
    ...["zero", "top", "zero"],
    ...["hatched", "missing"],
    ...["hatched", "part"],
    "",
  ]);
});

test("months have their days, in a leap year, too", () => {
  expect(monthsOf(FIRST, 365)[2]).toEqual({ day: 59, length: 31 });
  const leap = monthsOf(Date.UTC(2024, 0) / 86_400_000, 366);
  expect([leap[1], leap[11]]).toEqual([
    { day: 31, length: 29 },
    { day: 335, length: 31 },
  ]);
});
