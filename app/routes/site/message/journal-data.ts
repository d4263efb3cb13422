import type { ApiAnswer } from "#app/api/api-types.ts";
import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import { parseDay, startOfDay } from "#domain/history/local-days.ts";
import { JOURNAL_KINDS, type JournalKind } from "#domain/journal/journal-kinds.ts";
import { formatLocalDay } from "#domain/units/local-time.ts";

export const JOURNAL_PAGE = 30;

export type JournalEntry = ApiAnswer<"POST /site/v2/message/page">["rows"][number];
export type Details = JournalEntry["details"];

/** A value before and after a change; null before if only the new one is known. */
export type ValueChange = { label: string; from: string | null; to: string };
export type EntryText = {
  /** Subject of the entry besides a user; empty without one. */
  subject: string;
  changes: readonly ValueChange[];
  /** Result or addition; empty without one. */
  outcome: string;
};

export const KIND_ICONS = {
  logger: "logger",
  equipment: "module",
  event: "warning",
  alarm: "bell",
  command: "power",
  setting: "sliders",
  firmware: "module",
  rule: "sliders",
  access: "user",
  share: "share",
  site: "site",
  module: "module",
  export: "log",
  journal: "clock",
} as const satisfies Record<JournalKind, IconName>;

/** Filters of the journal as its address has them; empty texts filter nothing. */
export type JournalFilter = {
  kind: JournalKind | "";
  /** First and last local day, YYYY-MM-DD. */
  from: string;
  to: string;
  search: string;
  page: number;
};

const MAX_PAGE = 100_000;
const MAX_SEARCH = 100;

/** Reads the filters of an address; wrong ones filter nothing. */
export function readFilter(params: URLSearchParams): JournalFilter {
  const day = (name: string) => {
    const text = params.get(name) ?? "";
    return parseDay(text) === null ? "" : text;
  };
  const page = Number(params.get("page"));
  return {
    kind: JOURNAL_KINDS.find((kind) => kind === params.get("kind")) ?? "",
    from: day("from"),
    to: day("to"),
    search: (params.get("search") ?? "").trim().slice(0, MAX_SEARCH),
    page: Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
  };
}

/** Writes the filters into the query of a page of the site. */
export function writeFilter(search: string, { page, ...filter }: JournalFilter): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filter)) if (value !== "") query.set(name, value);
  if (page > 1) query.set("page", String(page));
  return `?${query}`;
}

/** Counts the filters that leave entries out. */
export function countFilters({ page: _, ...filter }: JournalFilter): number {
  return Object.values(filter).filter((value) => value !== "").length;
}

/** Returns the filters as the input of the call. */
export function toInput({ kind, from, to, search, page }: JournalFilter, timeZone: string) {
  const [first, last] = [parseDay(from), parseDay(to)];
  return {
    page,
    size: JOURNAL_PAGE,
    ...(kind !== "" && { kinds: [kind] }),
    ...(first !== null && { from: Math.max(0, startOfDay(timeZone, first)) }),
    ...(last !== null && { to: Math.max(0, startOfDay(timeZone, last + 1)) }),
    ...(search !== "" && { search }),
  };
}

export type JournalDay = { day: string; entries: JournalEntry[] };

/** Groups entries by the local days of the site, in their order. */
export function groupByDay(entries: readonly JournalEntry[], timeZone: string): JournalDay[] {
  const days: JournalDay[] = [];
  for (const entry of entries) {
    const day = formatLocalDay(entry.at, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
