import { SECOND_MS } from "#domain/units/durations.ts";

/** Reads the header Retry-After as seconds from `now` (ms UTC): a number or a date (RFC 9110); 0 without a valid one. */
export function readRetryAfter(headers: Headers, now: number): number {
  const text = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now) / SECOND_MS));
}
