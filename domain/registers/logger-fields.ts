import { z } from "zod";

/** Maximum length of each string that a logger sends, in code points. */
export const MAX_TEXT = 200;

/** Returns whether a string has at most `MAX_TEXT` code points. */
export function isShort(given: string): boolean {
  // A code point takes one or two units, so few strings need counting.
  if (given.length <= MAX_TEXT) return true;
  return given.length <= 2 * MAX_TEXT && [...given].length <= MAX_TEXT;
}

const TOO_LONG = `must have at most ${MAX_TEXT} characters`;

export const text = z.string().refine(isShort, { error: TOO_LONG });
export const texts = z.record(text, text);

/** Returns a schema of an optional field, in which null and invalid values count as absent. */
export function orAbsent<Schema extends z.ZodType>(schema: Schema) {
  const read = (given: unknown): z.output<Schema> | undefined =>
    given === null ? undefined : schema.safeParse(given).data;
  return z.unknown().transform(read).optional();
}

/** Optional text. Other types count as absent, but a text that is too long is invalid. */
export const optionalText = z
  .unknown()
  .transform((given, context) => {
    if (typeof given !== "string") return undefined;
    if (!isShort(given)) context.issues.push({ code: "custom", message: TOO_LONG, input: given });
    return given;
  })
  .optional();

/**
 * Optional texts by name. Numbers become texts, and other values count as absent. They are parsed by hand, because an
 * equipment tree has thousands of them and a zod schema takes four times as long.
 */
export const optionalTexts = z
  .unknown()
  .transform((given, context) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
    const kept: [name: string, text: string][] = [];
    for (const [name, value] of Object.entries(given)) {
      if (typeof value !== "string" && typeof value !== "number") continue;
      const label = typeof value === "number" ? shortestText(value) : value;
      if (!isShort(name) || !isShort(label))
        context.issues.push({ code: "custom", message: TOO_LONG, input: value });
      kept.push([name, label]);
    }
    return Object.fromEntries(kept);
  })
  .optional();

/** Returns a number as a text that is not much longer than in its frame: 1e20 would otherwise have 21 digits. */
function shortestText(value: number): string {
  const [plain, scientific] = [`${value}`, value.toExponential()];
  return scientific.length < plain.length ? scientific : plain;
}
