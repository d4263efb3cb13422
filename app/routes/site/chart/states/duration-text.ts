import { formatTag } from "#domain/languages.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
  ["second", SECOND_MS],
] as const;

/** Formats a duration by its two largest units: "3 hr 20 min". */
export function formatDuration(ms: number, language: string): string {
  if (ms < SECOND_MS) return show(language, "second", Math.round(ms / 100) / 10);
  const first = UNITS.findIndex(([, length]) => ms >= length);
  const [unit, length] = UNITS[first] ?? UNITS[3];
  const next = UNITS[first + 1];
  const count = Math.floor(ms / length);
  const rest = next === undefined ? 0 : Math.floor((ms - count * length) / next[1]);
  const text = show(language, unit, count);
  return next === undefined || rest === 0 ? text : `${text} ${show(language, next[0], rest)}`;
}

const formats = new Map<string, Intl.NumberFormat>();

function show(language: string, unit: string, count: number): string {
  const name = `${language} ${unit}`;
  const format =
    formats.get(name) ??
    new Intl.NumberFormat(formatTag(language), { style: "unit", unit, unitDisplay: "short" });
  formats.set(name, format);
  return format.format(count);
}
