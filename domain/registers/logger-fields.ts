import { z } from "zod";

/** Most characters, counted in code points, of any string that a logger sends. */
export const MAX_TEXT = 200;

/** Whether a string has no more characters than it may. */
export function isShort(given: string): boolean {
  // A code point takes one or two units, so few strings need counting.
  if (given.length <= MAX_TEXT) return true;
  return given.length <= 2 * MAX_TEXT && [...given].length <= MAX_TEXT;
}

const TOO_LONG = `must have at most ${MAX_TEXT} characters`;

export const text = z.string().refine(isShort, { error: TOO_LONG });
export const texts = z.record(text, text);

/** A field that may be left out; null, or what makes no sense there, counts as left out. */
export function orAbsent<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .catch(undefined)
    .transform((given) => given ?? undefined)
    .optional();
}

/** A text that may be left out. One that is too long is a fault all the same. */
export const optionalText = orAbsent(z.string()).refine(
  (given) => given === undefined || isShort(given),
  { error: TOO_LONG },
);

/** Texts by name, which may be left out. A number becomes a text, anything else counts as left out. */
export const optionalTexts = orAbsent(z.record(z.string(), z.unknown()))
  .transform((given) => given && keepTexts(given))
  .pipe(texts.optional())
  .optional();

function keepTexts(given: Record<string, unknown>): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, `${value}`] as const] : [],
  );
  return Object.fromEntries(kept);
}
