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
  const read = (given: unknown): z.output<Schema> | undefined =>
    given === null ? undefined : schema.safeParse(given).data;
  return z.unknown().transform(read).optional();
}

/** An optional text. A text that is too long is invalid nevertheless. */
export const optionalText = z
  .unknown()
  .transform((given, context) => {
    if (typeof given !== "string") return undefined;
    if (!isShort(given)) context.issues.push({ code: "custom", message: TOO_LONG, input: given });
    return given;
  })
  .optional();

/**
 * Texts by name, which may be left out. A number becomes a text, anything else counts as left out. Read by hand: a tree
 * has thousands of them, and a schema takes four times as long.
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

/** Never much longer than the number was in its frame: 1e20 would be twenty-one digits. */
function shortestText(value: number): string {
  const [plain, scientific] = [`${value}`, value.toExponential()];
  return scientific.length < plain.length ? scientific : plain;
}
