import type { Span } from "#domain/history/local-days.ts";
import { PERIOD_FIELDS } from "../history/history-query.ts";

/** Type and number of the equipment, and the register. */
const ADDRESS = /^[0-9A-F]{10}$/;
/** Greatest number of registers of one call and on one chart. */
export const MAX_CURVES = 50;

/** State of the page in its address, so that it can be linked to and survives a reload. */
export type CurveQuery = { addresses: readonly string[]; span: Span | null };

export function readCurveQuery(query: URLSearchParams): CurveQuery {
  const named = (query.get("r") ?? "").split(",").filter((one) => ADDRESS.test(one));
  const from = readInstant(query.get("from"));
  const to = readInstant(query.get("to"));
  return {
    addresses: [...new Set(named)].slice(0, MAX_CURVES),
    span: from !== null && to !== null && from < to ? { from, to } : null,
  };
}

/** Key and role stay unchanged. */
export function writeCurveQuery(query: URLSearchParams, { addresses, span }: CurveQuery): string {
  const next = new URLSearchParams(query);
  // They name the period in other words, in which the other pages of the history have written it.
  for (const field of PERIOD_FIELDS) next.delete(field);
  next.set("r", addresses.join());
  for (const [name, at] of Object.entries(span ?? {})) next.set(name, String(Math.round(at)));
  return `?${next}`;
}

/** An instant, ms UTC, within the years that dates support. */
function readInstant(text: string | null): number | null {
  return text !== null && /^\d{1,14}$/.test(text) ? Number(text) : null;
}
