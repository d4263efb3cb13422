import { zoneOffsetAt } from "../history/zone-offsets.ts";
import { formatTag } from "../languages.ts";
import { formatLocalTime } from "./local-time.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats the local day of an instant for a sentence: "November 30, 2026", "30. November 2026".
 *
 * Day, full month and year are the same in the locale data of all runtimes, so that server and browser agree.
 *
 * @param at ms UTC
 * @param timeZone IANA name
 */
export function formatDateText(at: number, timeZone: string, language: string): string {
  let format = formats.get(language);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(formatTag(language), {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
    formats.set(language, format);
  }
  const text = format.format(at + zoneOffsetAt(timeZone, at));
  // French counts the first of a month, which the locale data leaves out.
  return language === "fr" ? text.replace(/^1 /, "1er ") : text;
}

/** What joins a date and a time. */
const JOINTS: Readonly<Record<string, string>> = { zh: " ", fr: " à ", ar: "، " };

/**
 * Formats an instant for a sentence, with the local time to the minute: "November 30, 2026, 14:05".
 *
 * @param at ms UTC
 * @param timeZone IANA name
 */
export function formatTimeText(at: number, timeZone: string, language: string): string {
  const time = formatLocalTime(at, timeZone).slice("YYYY-MM-DD ".length);
  return `${formatDateText(at, timeZone, language)}${JOINTS[language] ?? ", "}${time}`;
}
