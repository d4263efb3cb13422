import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../units/durations.ts";

/** The order of year, month and day in a date; `seconds` and `milliseconds` count from 1970. */
export const DATE_ORDERS = ["ymd", "dmy", "mdy", "seconds", "milliseconds"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * A time as a file states it: local time as ms since 1970-01-01 0:00 of the clocks, or an instant, ms UTC. A local time
 * with the mark `DST` is in daylight saving time, which decides which of two equal times it is.
 */
export type FileTime = { local: number; isDate: boolean; isSummer?: true } | { at: number };

const DATE = /^(\d{1,4})[-./](\d{1,2}|[a-z]{3,9})[-./](\d{2,4})/i;
const COMPACT_DATE = /^(20\d\d)(\d\d)(\d\d)(?!\d)/;
const MONTH = /^(20\d\d)-(\d\d)$/;
const TIME = /^(\d{1,2})(?::|\.|h)(\d{2})(?:[:.](\d{2}))?(?:[.,](\d{1,6}))?\s*([ap])?\.?(?:m\.?)?/i;
const SUMMER = /^DST$/i;
const OFFSET = /^\s*(?:(z|utc|gmt)|(?:utc|gmt)?([+-])(\d{2}):?(\d{2})?)$/i;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Instants in seconds or milliseconds from 2001 to 2100. */
const MIN_SECONDS = 978_307_200;
const MAX_SECONDS = 4_102_444_800;

/** Reads a time; null if the text is none in this order. */
export function readTime(text: string, order: DateOrder): FileTime | null {
  const cell = text.trim();
  if (order === "seconds" || order === "milliseconds") return readCount(cell, order);
  const date = readDate(cell, order);
  if (date === null) return null;
  const rest = cell.slice(date.length).replace(/^[T,\s]+/i, "");
  if (rest === "") return { local: date.day * DAY_MS, isDate: true };
  const time = TIME.exec(rest);
  if (time === null) return null;
  const [whole, hours, minutes, seconds = "0", fraction = "0", half] = time;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const local =
    date.day * DAY_MS +
    hour * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * SECOND_MS +
    Math.floor(Number(`0.${fraction}`) * SECOND_MS);
  const tail = rest.slice(whole.length).trim();
  if (tail === "") return { local, isDate: false };
  if (SUMMER.test(tail)) return { local, isDate: false, isSummer: true };
  const offset = readOffset(tail);
  return offset === null ? null : { at: local - offset };
}

function readCount(cell: string, order: "seconds" | "milliseconds"): FileTime | null {
  if (!/^\d{9,13}(?:\.\d+)?$/.test(cell)) return null;
  const seconds = Number(cell) / (order === "seconds" ? 1 : SECOND_MS);
  if (seconds < MIN_SECONDS || seconds >= MAX_SECONDS) return null;
  return { at: Math.round(seconds * SECOND_MS) };
}

function readDate(cell: string, order: DateOrder): { day: number; length: number } | null {
  const compact = COMPACT_DATE.exec(cell);
  if (compact !== null)
    return order === "ymd" ? dayOf(compact[0], [compact[1], compact[2], compact[3]]) : null;
  const month = MONTH.exec(cell);
  if (month !== null) return order === "ymd" ? dayOf(month[0], [month[1], month[2], "1"]) : null;
  const date = DATE.exec(cell);
  if (date === null) return null;
  const [whole, one, two = "", three] = date;
  if (!/^\d+$/.test(two)) {
    const named = MONTHS.indexOf(two.slice(0, 3).toLowerCase()) + 1;
    return order === "dmy" && named > 0 ? dayOf(whole, [three, String(named), one]) : null;
  }
  // A year of four digits decides for itself.
  if (one?.length === 4) return order === "ymd" ? dayOf(whole, [one, two, three]) : null;
  if (order === "ymd") return three?.length === 2 ? dayOf(whole, [one, two, three]) : null;
  return order === "dmy" ? dayOf(whole, [three, two, one]) : dayOf(whole, [three, one, two]);
}

function dayOf(whole: string, [year, month, day]: (string | undefined)[]) {
  const full = Number(year) < 100 ? 2000 + Number(year) : Number(year);
  const at = Date.UTC(full, Number(month) - 1, Number(day));
  const date = new Date(at);
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal && full >= 2000 ? { day: at / DAY_MS, length: whole.length } : null;
}

function readOffset(tail: string): number | null {
  const found = OFFSET.exec(tail);
  if (found === null) return null;
  const [, utc, sign, hours = "0", minutes = "0"] = found;
  if (utc !== undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}

/**
 * Finds the orders in which all of some cells are times, the likeliest one first. Several orders fit if no day is
 * above 12: then the one whose times are closest together is first.
 */
export function findDateOrders(cells: readonly string[]): DateOrder[] {
  const fitting = DATE_ORDERS.flatMap((order) => {
    const times = cells.map((cell) => readTime(cell, order));
    if (times.length === 0 || times.some((time) => time === null)) return [];
    const points = times.map((time) => (time === null ? 0 : "at" in time ? time.at : time.local));
    let length = 0;
    for (let index = 1; index < points.length; index++)
      length += Math.abs((points[index] ?? 0) - (points[index - 1] ?? 0));
    return [{ order, length }];
  });
  return fitting.sort((one, other) => one.length - other.length).map(({ order }) => order);
}
