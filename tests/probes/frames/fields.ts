/** Whether a part of a frame is as the protocol page says; `open` where the page leaves it open. */
export type Verdict = "yes" | "no" | "open";

export function all(...verdicts: Verdict[]): Verdict {
  if (verdicts.includes("no")) return "no";
  return verdicts.includes("open") ? "open" : "yes";
}

export function each<Item>(items: readonly Item[], judge: (item: Item) => Verdict): Verdict {
  let sum: Verdict = "yes";
  for (const item of items) {
    sum = all(sum, judge(item));
    if (sum === "no") return "no";
  }
  return sum;
}

export const when = (condition: boolean): Verdict => (condition ? "yes" : "no");
export const openUnless = (condition: boolean): Verdict => (condition ? "yes" : "open");

export type Fields = Record<string, unknown>;

export function isFields(given: unknown): given is Fields {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** A field of the frame itself, whatever its name means to the language. */
export function fieldOf(given: Fields, name: string): unknown {
  return Object.hasOwn(given, name) ? given[name] : undefined;
}

export const isLeftOut = (given: unknown) => given === undefined || given === null;

/** A text as it is; what is none cannot even be made one, where a frame says what `toString` is. */
export const textOf = (given: unknown) => (typeof given === "string" ? given : "");

const MAX_CHARACTERS = 200;
/** Characters are code points. */
export const lengthOf = (text: string) => [...text].length;
const isShort = (text: string) => lengthOf(text) <= MAX_CHARACTERS;

export function isHex(given: unknown, length: number): given is string {
  return typeof given === "string" && given.length === length && /^[0-9A-Fa-f]+$/.test(given);
}

/** Required; whole ms, or another whole number. Beyond 2^53 both are indistinguishable. */
export function wholeNumber(given: unknown): Verdict {
  if (typeof given !== "number" || !Number.isInteger(given)) return "no";
  return openUnless(Number.isSafeInteger(given));
}

/** What may be left out and is no text counts as left out; a text that is too long is refused. */
export function optionalText(given: unknown): Verdict {
  return when(typeof given !== "string" || isShort(given));
}

/** Texts by name, numbers taken as texts. */
export function optionalTexts(given: unknown): Verdict {
  if (!isFields(given)) return "yes";
  return each(Object.entries(given), ([name, text]) => {
    if (typeof text !== "string" && typeof text !== "number") return "yes";
    return all(when(isShort(String(text))), openUnless(isShort(name)));
  });
}

export function value(given: unknown): Verdict {
  if (given === null) return "yes";
  if (typeof given === "number") return when(Number.isFinite(given));
  return when(typeof given === "string" && isShort(given));
}

/** The frame's own id, where it has one of 1 to 64 characters. */
export function idOf(given: Fields): string | null {
  const id = fieldOf(given, "id");
  return typeof id === "string" && id !== "" && lengthOf(id) <= 64 ? id : null;
}

/** What the language makes of a text; undefined where it is no JSON. */
export function parse(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export const bytesOf = (text: string) => new TextEncoder().encode(text).length;
