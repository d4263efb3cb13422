/// <reference lib="esnext.temporal" />
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../units/durations.ts";
import {
  type CalendarUnit,
  dayOf,
  daySpan,
  firstDayOf,
  formatDay,
  instantAt,
  instantsAt,
  listDays,
  listPeriods,
  msOfDayAt,
  parseDay,
  periodAt,
  type Span,
  shiftDay,
} from "./local-days.ts";

/** Odd offsets, both halves of the earth, clocks changed at midnight, by half an hour, by law, over the date line. */
const ZONES = [
  "UTC",
  "Europe/London",
  "Europe/Berlin",
  "Asia/Kathmandu",
  "Australia/Eucla",
  "Pacific/Marquesas",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "America/St_Johns",
  "America/Santiago",
  "America/Havana",
  "America/Caracas",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Gaza",
  "Asia/Pyongyang",
];
const UNITS = ["hour", "day", "week", "month", "year"] as const;

const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2045, 0) });

const day = (date: string) => parseDay(date) ?? Number.NaN;
const hoursOf = ({ from, to }: Span) => (to - from) / HOUR_MS;

/** The same question put to the runtime's own calendar. */
function temporalDay(timeZone: string, at: number): Span & { date: string } {
  const date = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return {
    date: date.toString(),
    from: date.toZonedDateTime(timeZone).epochMilliseconds,
    to: date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  };
}

/** Cuba stays at UTC-4 for this year (tz database 2026f), which the runtime's own table does not know yet. */
const isUnknownToRuntime = (timeZone: string, at: number) =>
  timeZone === "America/Havana" && at > Date.UTC(2026, 9, 30) && at < Date.UTC(2027, 10, 10);

test("days are those of the runtime's calendar, in every zone and year", () => {
  fc.assert(
    fc.property(zone, instant, (timeZone, at) => {
      fc.pre(!isUnknownToRuntime(timeZone, at));
      const { date, from, to } = temporalDay(timeZone, at);
      expect(daySpan(timeZone, day(date))).toEqual({ from, to });
      // Only where clocks went back over midnight does an instant outside of its date's span exist.
      if (at >= from && at < to) expect(formatDay(dayOf(timeZone, at))).toBe(date);
    }),
    { numRuns: 1_000 },
  );
});

test("around every change of clocks too", () => {
  for (const timeZone of ZONES) {
    let now = Temporal.ZonedDateTime.from(`2009-01-01T00:00[${timeZone}]`);
    for (;;) {
      const change = now.getTimeZoneTransition("next");
      if (change === null || change.year > 2028) break;
      for (const minutes of [-1441, -61, -1, 0, 1, 29, 31, 59, 61, 1441]) {
        const at = change.epochMilliseconds + minutes * 60_000;
        if (isUnknownToRuntime(timeZone, at)) continue;
        const { date, from, to } = temporalDay(timeZone, at);
        expect(daySpan(timeZone, day(date))).toEqual({ from, to });
        const found = dayOf(timeZone, at);
        const span = daySpan(timeZone, found);
        expect(at >= span.from && at < span.to, `${timeZone} ${change} ${minutes}`).toBe(true);
      }
      now = change;
    }
  }
});

test("days, weeks, months, years and hours follow each other without gap or overlap, each inside the next larger", () => {
  fc.assert(
    fc.property(zone, instant, fc.constantFrom(...UNITS), (timeZone, at, unit) => {
      const period = periodAt(timeZone, unit, at);
      expect(at >= period.from && at < period.to).toBe(true);
      expect(periodAt(timeZone, unit, period.from)).toEqual(period);
      expect(periodAt(timeZone, unit, period.to - 1)).toEqual(period);
      expect(periodAt(timeZone, unit, period.to).from).toBe(period.to);
      const larger: CalendarUnit = unit === "hour" ? "day" : unit === "day" ? "month" : "year";
      if (unit === "week" || unit === "year") return;
      const around = periodAt(timeZone, larger, at);
      expect(around.from <= period.from && period.to <= around.to).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("a span's days are each one that has an instant in it", () => {
  fc.assert(
    fc.property(
      zone,
      instant,
      fc.integer({ min: 0, max: 40 * DAY_MS }),
      (timeZone, from, length) => {
        const to = from + length;
        const days = listDays(timeZone, { from, to });
        expect(days.length === 0).toBe(length === 0);
        for (const [index, { day, ...span }] of days.entries()) {
          expect(span).toEqual(daySpan(timeZone, day));
          expect(span.to > from && span.from < to).toBe(true);
          if (index > 0) expect(span.from).toBe(days[index - 1]?.to);
        }
        expect(listPeriods(timeZone, "day", { from, to })).toEqual(
          days.map(({ day: _, ...span }) => span),
        );
      },
    ),
  );
});

test("days of 23 and 25 hours, and stranger ones", () => {
  expect(hoursOf(daySpan("Europe/London", day("2025-03-30")))).toBe(23);
  expect(hoursOf(daySpan("Europe/London", day("2025-10-26")))).toBe(25);
  expect(hoursOf(daySpan("Australia/Sydney", day("2025-10-05")))).toBe(23);
  expect(hoursOf(daySpan("Australia/Sydney", day("2025-04-06")))).toBe(25);
  expect(hoursOf(daySpan("Australia/Lord_Howe", day("2025-10-05")))).toBe(23.5);
  expect(hoursOf(daySpan("Australia/Lord_Howe", day("2025-04-06")))).toBe(24.5);
  expect(hoursOf(daySpan("Africa/Cairo", day("2025-04-25")))).toBe(23);
  expect(hoursOf(daySpan("Pacific/Apia", day("2011-12-30")))).toBe(0);
  const days = listDays("Pacific/Apia", {
    from: Date.UTC(2011, 11, 29, 12),
    to: Date.UTC(2011, 11, 30, 12),
  });
  expect(days.map((one) => formatDay(one.day))).toEqual(["2011-12-29", "2011-12-31"]);
});

test("odd offsets: midnight and full hours by the clock on the wall", () => {
  const at = Date.UTC(2026, 10, 22, 12);
  for (const [timeZone, minutes] of [
    ["Asia/Kathmandu", 345],
    ["Australia/Eucla", 525],
    ["Pacific/Marquesas", -570],
  ] as const) {
    const offset = minutes * 60_000;
    const { from } = periodAt(timeZone, "day", at);
    expect((from + offset) % DAY_MS).toBe(0);
    const hours = listPeriods(timeZone, "hour", { from, to: from + DAY_MS });
    expect(hours).toHaveLength(24);
    for (const hour of hours) expect((hour.from + offset) % HOUR_MS).toBe(0);
  }
});

test("a day has its 23, 24 or 25 hours, and Lord Howe Island half ones", () => {
  const hoursOn = (timeZone: string, date: string) =>
    listPeriods(timeZone, "hour", daySpan(timeZone, day(date))).map(hoursOf);
  expect(hoursOn("Europe/Berlin", "2025-03-30")).toEqual(Array(23).fill(1));
  expect(hoursOn("Europe/Berlin", "2025-10-26")).toEqual(Array(25).fill(1));
  expect(hoursOn("Australia/Lord_Howe", "2025-04-06").filter((hours) => hours !== 1)).toEqual([
    0.5,
  ]);
  expect(hoursOn("Australia/Lord_Howe", "2025-10-05").filter((hours) => hours !== 1)).toEqual([
    0.5,
  ]);
});

test("where clocks go back over midnight, the new day continues", () => {
  const change = Date.UTC(2010, 10, 7, 2, 31);
  expect(new Date(change).toLocaleTimeString("en-GB", { timeZone: "America/St_Johns" })).toBe(
    "23:01:00",
  );
  expect(formatDay(dayOf("America/St_Johns", change - 1))).toBe("2010-11-07");
  expect(formatDay(dayOf("America/St_Johns", change))).toBe("2010-11-07");
  expect(hoursOf(daySpan("America/St_Johns", day("2010-11-07")))).toBe(25);
  expect(hoursOf(daySpan("America/St_Johns", day("2010-11-06")))).toBe(24);
});

test("a zone whose law changes, and a site whose zone is changed, keep every instant in one day", () => {
  expect(hoursOf(daySpan("America/Caracas", day("2016-05-01")))).toBe(23.5);
  expect(hoursOf(daySpan("Asia/Pyongyang", day("2018-05-04")))).toBe(23.5);
  const span = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 15) };
  const count = (timeZone: string) =>
    listDays(timeZone, span).reduce(
      (sum, { from, to }) => sum + Math.min(to, span.to) - Math.max(from, span.from),
      0,
    );
  expect(count("Australia/Sydney")).toBe(span.to - span.from);
  expect(count("Europe/Berlin")).toBe(span.to - span.from);
});

test("weeks begin on Monday", () => {
  for (const timeZone of ["Europe/Berlin", "Australia/Sydney"]) {
    const { from, to } = periodAt(timeZone, "week", Date.UTC(2026, 10, 22, 3));
    expect(formatDay(dayOf(timeZone, from))).toBe("2026-11-16");
    expect(formatDay(dayOf(timeZone, to))).toBe("2026-11-23");
  }
});

test("steps of the calendar", () => {
  expect(formatDay(shiftDay("month", day("2024-01-31"), 1))).toBe("2024-02-29");
  expect(formatDay(shiftDay("month", day("2024-01-15"), -1))).toBe("2023-12-15");
  expect(formatDay(shiftDay("year", day("2024-02-29"), 1))).toBe("2025-02-28");
  expect(formatDay(shiftDay("week", day("2026-11-22"), -1))).toBe("2026-11-15");
  expect(formatDay(firstDayOf("year", day("2026-11-22")))).toBe("2026-01-01");
});

test("an instant is found from its local time; ambiguous and missing times are marked", () => {
  fc.assert(
    fc.property(zone, instant, (timeZone, at) => {
      const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
      const shown = day(local.toPlainDate().toString());
      expect(instantsAt(timeZone, shown, msOfDayAt(timeZone, at))).toContain(at);
    }),
  );
  const autumn = day("2025-10-26");
  expect(instantsAt("Europe/Berlin", autumn, 2.5 * HOUR_MS)).toEqual([
    Date.UTC(2025, 9, 26, 0, 30),
    Date.UTC(2025, 9, 26, 1, 30),
  ]);
  const spring = day("2025-03-30");
  expect(instantsAt("Europe/Berlin", spring, 2.5 * HOUR_MS)).toEqual([]);
  expect(instantAt("Europe/Berlin", spring, 2.5 * HOUR_MS)).toBe(Date.UTC(2025, 2, 30, 1, 30));
  expect(instantAt("Europe/Berlin", autumn, 2.5 * HOUR_MS)).toBe(Date.UTC(2025, 9, 26, 0, 30));
});

test("dates as texts", () => {
  expect(parseDay("1970-01-01")).toBe(0);
  for (const wrong of ["2025-02-29", "2025-13-01", "2025-1-1", "", "20250101"])
    expect(parseDay(wrong)).toBeNull();
});

test("far away instants have a day too", () => {
  for (const at of [-8.64e15, Date.UTC(1969, 5), Date.UTC(2300, 5), 8.64e15 - DAY_MS]) {
    const { from, to } = periodAt("Europe/Berlin", "day", at);
    expect(from <= at && at < to).toBe(true);
    const hour = periodAt("Asia/Kathmandu", "hour", at);
    expect(hour.from <= at && at < hour.to).toBe(true);
  }
});
