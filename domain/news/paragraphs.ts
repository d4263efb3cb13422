const MAX_BEGINNING_LENGTH = 180;

/**
 * Returns the first paragraph, or as many whole words of it as fit in a list; for scripts without spaces, as many
 * characters.
 */
export function beginOf(text: string): string {
  const [first = ""] = paragraphsOf(text);
  const letters = [...first];
  if (letters.length <= MAX_BEGINNING_LENGTH) return first;
  const fitting = letters.slice(0, MAX_BEGINNING_LENGTH).join("");
  const end = fitting.lastIndexOf(" ");
  return `${end > fitting.length / 2 ? fitting.slice(0, end) : fitting}…`;
}

/** A text in its paragraphs, which empty lines part. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
