import { formatNumber } from "./format-number.ts";

/** From this amount on cents are omitted. */
const WHOLE_FROM = 10_000;

/** Formats an amount of money without its currency: with cents, or whole if it is large. */
export function formatMoney(amount: number, language: string): string {
  const digits = Math.abs(amount) < WHOLE_FROM ? 2 : 0;
  return formatNumber(amount, language, { min: digits, max: digits });
}
