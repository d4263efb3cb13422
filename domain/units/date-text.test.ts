import { expect, test } from "vitest";
import { formatTag, LANGUAGES } from "../languages.ts";
import { formatDateText, formatTimeText } from "./date-text.ts";

/** In Adelaide it is already the next day, at 02:35. */
const AT = Date.UTC(2026, 10, 30, 16, 5, 59);

test.each([
  ["en", "December 1, 2026", "December 1, 2026, 02:35"],
  ["zh", "2026年12月1日", "2026年12月1日 02:35"],
  ["es", "1 de diciembre de 2026", "1 de diciembre de 2026, 02:35"],
  ["fr", "1er décembre 2026", "1er décembre 2026 à 02:35"],
  ["de", "1. Dezember 2026", "1. Dezember 2026, 02:35"],
  ["ar", "1 ديسمبر 2026", "1 ديسمبر 2026، 02:35"],
])("a date in a sentence follows the language %s and the time zone", (language, day, time) => {
  expect(formatDateText(AT, "Australia/Adelaide", language)).toBe(day);
  expect(formatTimeText(AT, "Australia/Adelaide", language)).toBe(time);
});

test.each(LANGUAGES)("the months of %s are those of the locale data", (language) => {
  const parts = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  const format = new Intl.DateTimeFormat(formatTag(language), parts);
  for (let month = 0; month < 12; month++) {
    const at = Date.UTC(2026, month, 17);
    expect(formatDateText(at, "UTC", language)).toBe(format.format(at));
  }
});

test("daylight saving time and midnight are those of the zone", () => {
  const show = (at: number) => formatTimeText(at, "Europe/Berlin", "de");
  expect(show(Date.UTC(2026, 6, 1, 22))).toBe("2. Juli 2026, 00:00");
  expect(show(Date.UTC(2026, 0, 1, 22))).toBe("1. Januar 2026, 23:00");
});
