/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]*[=+\-@＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Texts are quoted, numbers are not. */
const CELL = /(?:"((?:[^"]|"")*)"|(-?[\d.]*))(,|\r\n|$)/gy;

/** What is wrong with a table for a spreadsheet: a cell that would be carried out, rows of another length than the head, what is in no cell. */
export function findFaults(csv: string): string[] {
  const faults: string[] = [];
  const lengths: number[] = [0];
  const text = csv.replace(/^\ufeff/, "");
  let end = 0;
  for (const [whole, cell = "", , separator] of text.matchAll(CELL)) {
    if (whole === "") break;
    const value = cell.replaceAll('""', '"');
    if (FORMULA.test(value) && !NUMBER.test(value)) faults.push(`a formula: ${value}`);
    end += whole.length;
    lengths.push((lengths.pop() ?? 0) + 1);
    if (separator !== ",") lengths.push(0);
  }
  lengths.pop();
  if (end < text.length) faults.push(`in no cell: ${text.slice(end, end + 60)}`);
  if (new Set(lengths).size !== 1) faults.push(`rows of ${[...new Set(lengths)].join(", ")} cells`);
  return faults;
}
