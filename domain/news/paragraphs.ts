const LONGEST_BEGIN = 180;

/** The first paragraph, or as many whole words of it as fit a list; of a writing without spaces as many letters. */
export function beginOf(text: string): string {
  const [first = ""] = paragraphsOf(text);
  const letters = [...first];
  if (letters.length <= LONGEST_BEGIN) return first;
  const fitting = letters.slice(0, LONGEST_BEGIN).join("");
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
