import { directionOf } from "#domain/languages.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { useTranslation } from "../i18n/use-translation.ts";

const UNITS = [
  ["days", DAY_MS],
  ["hours", HOUR_MS],
  ["minutes", MINUTE_MS],
  ["seconds", SECOND_MS],
] as const;
type Unit = (typeof UNITS)[number][0];

/** Splits a duration, ms, into its largest unit and the next smaller one, which is absent if it is zero. */
export function splitDuration(ms: number): { unit: Unit; count: number }[] {
  const whole = Math.max(0, ms);
  const first = UNITS.findIndex(([, length]) => whole >= length);
  const [unit, length] = UNITS[first] ?? UNITS[3];
  const count = Math.floor(whole / length);
  const next = first < 0 ? undefined : UNITS[first + 1];
  const rest = next === undefined ? 0 : Math.floor((whole - count * length) / next[1]);
  return [
    { unit, count },
    ...(next === undefined || rest === 0 ? [] : [{ unit: next[0], count: rest }]),
  ];
}

/** Formats a duration, ms, by its two largest units without the browser's locale data: "3 h 20 min". */
export function useDurationText(): (ms: number) => string {
  const { t, i18n } = useTranslation("alarms");
  const { language } = i18n;
  return (ms) => {
    const text = splitDuration(ms)
      .map(({ unit, count }) =>
        t(`duration.${unit}`, { number: formatNumber(count, language, {}) }),
      )
      .join(" ");
    return directionOf(language) === "rtl" ? `\u2067${text}\u2069` : text;
  };
}
