/** A JSON value that the canonical form can hold. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue };

/**
 * Writes a value as canonical JSON (RFC 8785): names sorted by UTF-16 code units, no white space, numbers and escapes as
 * ECMAScript writes them. Equal values have equal bytes, so that their hashes are equal.
 * @throws RangeError for a number that is not finite and a text with a lone surrogate, which have no canonical form
 */
export function writeCanonical(value: CanonicalValue): string {
  if (typeof value === "string") return writeText(value);
  if (typeof value === "number") return writeNumber(value);
  if (typeof value === "boolean" || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeCanonical).join(",")}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${writeText(name)}:${writeCanonical(value[name] ?? null)}`).join(",")}}`;
}

function isList(value: object): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}

function writeText(text: string): string {
  if (!text.isWellFormed()) throw new RangeError("a text has a lone surrogate");
  return JSON.stringify(text);
}

function writeNumber(number: number): string {
  if (!Number.isFinite(number)) throw new RangeError("a number is not finite");
  return JSON.stringify(number);
}
