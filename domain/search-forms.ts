/**
 * Returns the spellings of a text for a search in SQLite regardless of case: `lower` of SQLite changes only ASCII letters,
 * so that "Ü" stays what it is. One of them is found by `instr` in the lower-case text for each usual spelling.
 */
export function searchForms(text: string): string[] {
  const lower = text.toLowerCase();
  const capitals = lower.replace(/\p{Letter}+/gu, ([first = "", ...rest]) =>
    [first.toUpperCase(), ...rest].join(""),
  );
  return [...new Set([lower, text, capitals, text.toUpperCase()].map(lowerAscii))];
}

/** Does what `lower` of SQLite does. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
