/**
 * Matches a text that a spreadsheet could run as a formula, also behind blanks or invisible characters, and one that
 * begins with a tab or line break, which some programs remove.
 */
const FORMULA = /^(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Returns a cell that no spreadsheet runs: a text that looks like a formula gets an apostrophe. */
export function markFormula<Cell extends string | number | null>(cell: Cell): Cell | string {
  return typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : cell;
}
