import { formatTag } from "../languages.ts";

// Making a format takes far longer than using it.
const formats = new Map<string, Intl.NumberFormat>();

/** How many, in the digits and groups of a language: "12,000". */
export function formatCount(count: number, language: string): string {
  const known = formats.get(language);
  if (known !== undefined) return known.format(count);
  const made = new Intl.NumberFormat(formatTag(language));
  formats.set(language, made);
  return made.format(count);
}
