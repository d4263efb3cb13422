import { DAY_MS, MINUTE_MS } from "../units/durations.ts";

/** Last year for which transitions are computed; clocks keep their offset afterwards. */
export const LAST_YEAR = 2199;

/** Change of a zone's clocks: from the instant `at`, ms UTC, they are ahead of UTC by `offset` ms. */
export type Transition = { at: number; offset: number };

/** All changes of a zone's clocks until LAST_YEAR, ascending, and the offset before the first one, ms. */
export type ZoneHistory = { first: number; transitions: Transition[] };

/** Yearly rule of a zone: offsets in minutes, and the start and end of daylight saving time. */
export type YearlyRule = {
  /** First year to which the rule applies. */
  year: number;
  standard: number;
  daylight: number;
  start: RuleDay;
  end: RuleDay;
};

/** Day of a month (1 to 12): its `week`-th `weekday` (0 is Sunday; week 5 is the last), at minutes after midnight. */
export type RuleDay = { month: number; week: number; weekday: number; minutes: number };

/** Returns the two transitions of a rule in one year, ascending. */
export function transitionsOf(rule: YearlyRule, year: number): Transition[] {
  const instantOf = (day: RuleDay, offset: number) =>
    dateOf(day, year) + (day.minutes - offset) * MINUTE_MS;
  const both = [
    { at: instantOf(rule.start, rule.standard), offset: rule.daylight * MINUTE_MS },
    { at: instantOf(rule.end, rule.daylight), offset: rule.standard * MINUTE_MS },
  ];
  return both.toSorted((one, other) => one.at - other.at);
}

function dateOf({ month, week, weekday }: RuleDay, year: number): number {
  const first = Date.UTC(year, month - 1);
  const days = (weekday - new Date(first).getUTCDay() + 7) % 7;
  const at = first + (days + (week - 1) * 7) * DAY_MS;
  return at < Date.UTC(year, month) ? at : at - 7 * DAY_MS;
}

/**
 * Reads a zone's rules in the notation of `zone-table.ts`, which is also sent to browsers:
 * `60 5c6u 120 5kmy 60|1997 60 120 3.5.0.120 10.5.0.180` is the first offset (minutes ahead of UTC), pairs of an
 * instant (minutes since 1970, base 36) and the offset from then on, and optionally the yearly rule that follows.
 */
export function readZoneRules(text: string): ZoneHistory {
  const { first, listed, rule } = splitRules(text);
  const transitions = listed.map(([at, offset]) => ({
    at: Number.parseInt(at, 36) * MINUTE_MS,
    offset: Number(offset) * MINUTE_MS,
  }));
  const yearly = rule === undefined ? null : readRule(rule);
  if (yearly !== null)
    for (let year = yearly.year; year <= LAST_YEAR; year++)
      transitions.push(...transitionsOf(yearly, year));
  return { first: Number(first) * MINUTE_MS, transitions };
}

function readRule(text: string): YearlyRule {
  const [year, standard, daylight, start = "", end = ""] = text.split(" ");
  const readDay = (day: string): RuleDay => {
    const [month = 1, week = 1, weekday = 0, minutes = 0] = day.split(".").map(Number);
    return { month, week, weekday, minutes };
  };
  return {
    year: Number(year),
    standard: Number(standard),
    daylight: Number(daylight),
    start: readDay(start),
    end: readDay(end),
  };
}

/**
 * Returns the rules without the transitions before an instant (ms UTC). The offset at that instant then also applies
 * before it.
 */
export function cutZoneRules(text: string, since: number): string {
  const { first, listed, rule } = splitRules(text);
  const kept = listed.findIndex(([at]) => Number.parseInt(at, 36) * MINUTE_MS > since);
  const dropped = kept < 0 ? listed : listed.slice(0, kept);
  const rest = kept < 0 ? [] : listed.slice(kept);
  const list = [dropped.at(-1)?.[1] ?? first, ...rest.flat()].join(" ");
  return rule === undefined ? list : `${list}|${rule}`;
}

function splitRules(text: string) {
  const [list = "", rule] = text.split("|");
  const [first = "0", ...pairs] = list.split(" ");
  const listed: [string, string][] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2)
    listed.push([pairs[index] as string, pairs[index + 1] as string]);
  return { first, listed, rule };
}
