const MAX_BEGINNING_LENGTH = 180;

/**
 * Returns the first paragraph of a text. If it has more than 180 characters, it is cut after a whole word, or after a
 * character in scripts without spaces, and gets an ellipsis.
 */
export function beginOf(text: string): string {
  const [first = ""] = paragraphsOf(text);
  const letters = [...first];
  if (letters.length <= MAX_BEGINNING_LENGTH) return first;
  const fitting = letters.slice(0, MAX_BEGINNING_LENGTH).join("");
  const end = fitting.lastIndexOf(" ");
  return `${end > fitting.length / 2 ? fitting.slice(0, end) : fitting}…`;
}

/** Splits a text at empty lines into its paragraphs. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
