import { ALARM_SOURCES, type AlarmSource } from "#domain/alarms/alarm-row.ts";
import type { EventLevel } from "#domain/alarms/event.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { parseDay, startOfDay } from "#domain/history/local-days.ts";
import { DAY_MS } from "#domain/units/durations.ts";

/** Periods of the alarm log; `custom` is from one date to another. */
export const LOG_PERIODS = ["day", "week", "month", "quarter", "all", "custom"] as const;
export type LogPeriod = (typeof LOG_PERIODS)[number];

const PERIOD_DAYS: Partial<Record<LogPeriod, number>> = { day: 1, week: 7, month: 30, quarter: 90 };

export const ALARM_STATES = ["any", "open", "ended"] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** Filters of a list of alarms as its address has them; empty texts filter nothing. */
export type AlarmFilter = {
  period: LogPeriod;
  /** First and last local day of a custom period, YYYY-MM-DD. */
  from: string;
  to: string;
  source: AlarmSource | "";
  level: EventLevel | "";
  state: AlarmState;
  /** Whether only alarms that no user has acknowledged are listed. */
  unacknowledged: boolean;
  search: string;
  page: number;
  /** A single row, as links of notifications name it. */
  alarm: number | null;
};

export const NO_FILTER: AlarmFilter = {
  period: "all",
  from: "",
  to: "",
  source: "",
  level: "",
  state: "any",
  unacknowledged: false,
  search: "",
  page: 1,
  alarm: null,
};

const MAX_PAGE = 1_000_000;
const MAX_SEARCH = 100;

/** Reads the filters of an address; what it does not have or has wrong is as in `usual`. */
export function readAlarmFilter(params: URLSearchParams, usual: AlarmFilter): AlarmFilter {
  const one = <Value extends string>(name: string, values: readonly Value[], other: Value) =>
    values.find((value) => value === params.get(name)) ?? other;
  return {
    period: one("period", LOG_PERIODS, usual.period),
    from: dayIn(params.get("from")),
    to: dayIn(params.get("to")),
    source: one("source", ["", ...ALARM_SOURCES], usual.source),
    level: one("level", ["", ...EVENT_LEVELS], usual.level),
    state: one("state", ALARM_STATES, usual.state),
    unacknowledged: params.get("unacknowledged") === "yes",
    search: (params.get("search") ?? "").trim().slice(0, MAX_SEARCH),
    page: numberIn(params.get("page"), MAX_PAGE) ?? 1,
    alarm: numberIn(params.get("alarm") ?? params.get("logId"), Number.MAX_SAFE_INTEGER),
  };
}

function dayIn(text: string | null): string {
  return text !== null && parseDay(text) !== null ? text : "";
}

function numberIn(text: string | null, max: number): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 && number <= max ? number : null;
}

/** Writes the filters that differ from `usual` into the query of an address. */
export function writeAlarmFilter(search: string, filter: AlarmFilter, usual: AlarmFilter): string {
  const query = new URLSearchParams(search);
  const shown = { ...filter, unacknowledged: filter.unacknowledged ? "yes" : "" };
  const plain = { ...usual, unacknowledged: "" };
  for (const [name, value] of Object.entries(shown)) {
    if (value === plain[name as keyof AlarmFilter] || value === null) query.delete(name);
    else query.set(name, String(value));
  }
  return `?${query}`;
}

/** Filters that the user sets one by one; the dates belong to the period. */
const SET_BY_USER = ["period", "source", "level", "state", "unacknowledged", "search"] as const;

/** Counts the filters that differ from the usual ones. */
export function countFilters(filter: AlarmFilter, usual: AlarmFilter): number {
  return SET_BY_USER.filter((name) => filter[name] !== usual[name]).length;
}

/** Period of the filters, ms UTC, with an open end where there is none; the end is exclusive. */
export function spanOfFilter(
  { period, from, to }: AlarmFilter,
  timeZone: string,
  now: number,
): { from?: number; to?: number } {
  const days = PERIOD_DAYS[period];
  if (days !== undefined) return { from: now - days * DAY_MS };
  if (period === "all") return {};
  const [first, last] = [parseDay(from), parseDay(to)];
  return {
    ...(first !== null && { from: startOfDay(timeZone, first) }),
    ...(last !== null && { to: startOfDay(timeZone, last + 1) }),
  };
}
