const MAX_BEGINNING_LENGTH = 180;

/** The first paragraph, or as many whole words of it as fit a list; of a writing without spaces as many letters. */
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
