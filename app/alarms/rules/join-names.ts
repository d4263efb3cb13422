/** Joins names of different directions to a line that keeps the direction of the page. */
export function joinNames(...names: readonly string[]): string {
  return names.map((name) => `\u2068${name}\u2069`).join(" · ");
}
