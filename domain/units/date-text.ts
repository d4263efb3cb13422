import { zoneOffsetAt } from "../history/zone-offsets.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../languages.ts";
import { formatLocalTime } from "./local-time.ts";

type DateParts = { day: number; month: string; year: number };
type DateStyle = {
  /** Names of the twelve months within a date, as in CLDR 48 (Unicode licence). */
  months: string;
  date: (parts: DateParts) => string;
  /** Text between a date and a time. */
  joint: string;
};

/**
 * Date formats of the languages. `Intl` is not used, because the locale data of a browser often has another version
 * than that of the server, and a page fails to hydrate if its texts differ from those of the server.
 */
const STYLES: Readonly<Record<Language, DateStyle>> = {
  en: {
    months: "January February March April May June July August September October November December",
    date: ({ day, month, year }) => `${month} ${day}, ${year}`,
    joint: ", ",
  },
  zh: {
    months: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    date: ({ day, month, year }) => `${year}年${month}${day}日`,
    joint: " ",
  },
  es: {
    months:
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    date: ({ day, month, year }) => `${day} de ${month} de ${year}`,
    joint: ", ",
  },
  fr: {
    months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    date: ({ day, month, year }) => `${day === 1 ? "1er" : day} ${month} ${year}`,
    joint: " à ",
  },
  de: {
    months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    date: ({ day, month, year }) => `${day}. ${month} ${year}`,
    joint: ", ",
  },
  ar: {
    months: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    date: ({ day, month, year }) => `${day} ${month} ${year}`,
    joint: "، ",
  },
};

const styleOf = (language: string): DateStyle =>
  STYLES[LANGUAGES.find((known) => known === language) ?? DEFAULT_LANGUAGE];

/**
 * Formats the local day of an instant for a sentence: "November 30, 2026", "30. November 2026".
 *
 * @param at ms UTC
 * @param timeZone IANA name
 */
export function formatDateText(at: number, timeZone: string, language: string): string {
  const local = new Date(at + zoneOffsetAt(timeZone, at));
  const { months, date } = styleOf(language);
  const month = months.split(" ")[local.getUTCMonth()] ?? "";
  return date({ day: local.getUTCDate(), month, year: local.getUTCFullYear() });
}

/**
 * Formats an instant for a sentence, with the local time to the minute: "November 30, 2026, 14:05".
 *
 * @param at ms UTC
 * @param timeZone IANA name
 */
export function formatTimeText(at: number, timeZone: string, language: string): string {
  const time = formatLocalTime(at, timeZone).slice("YYYY-MM-DD ".length);
  return `${formatDateText(at, timeZone, language)}${styleOf(language).joint}${time}`;
}
