import type { JournalDetails } from "./journal-entry.ts";
import { MAX_TEXT_LENGTH } from "./limit-details.ts";

/** Maximum number of kinds of alarms that an entry names. */
export const MAX_HIDDEN_KINDS = 3;
/** Maximum number of values of an entry with numbers of rows. */
const MAX_NUMBER_VALUES = 5;

/** Alarms that were hidden from the log. */
export type HiddenRows = {
  /** Numbers of the rows, in any order. */
  logIds: readonly number[];
  /** Instant until which the rows ended, ms UTC; null for rows that were chosen or for all. */
  to: number | null;
  /** The most frequent kinds of alarms among them, and how many of each. */
  kinds: readonly { device: string; description: string | null; count: number }[];
};

/**
 * Returns the details of the entries that state which rows were hidden. Their numbers are complete, as ranges in
 * `logIds`, `logIds2` …, over as many entries as they need: a full log of 20,000 rows needs one if its rows follow each
 * other, and never more than 100. Only the first one names kinds of alarms.
 */
export function describeHidden({ logIds, to, kinds }: HiddenRows): JournalDetails[] {
  const texts = writeRanges(logIds);
  const entries: JournalDetails[] = [];
  for (let start = 0; start < texts.length; start += MAX_NUMBER_VALUES) {
    const values = texts.slice(start, start + MAX_NUMBER_VALUES);
    const isFirst = start === 0;
    entries.push({
      rows: logIds.length,
      to,
      ...Object.fromEntries(values.map((text, index) => [numbered("logIds", index), text])),
      ...(isFirst ? describeKinds(kinds) : { continued: true }),
    });
  }
  return entries;
}

function describeKinds(kinds: HiddenRows["kinds"]): JournalDetails {
  const named = kinds.slice(0, MAX_HIDDEN_KINDS).map(({ device, description, count }, index) => ({
    [numbered("device", index)]: device,
    [numbered("description", index)]: description,
    [numbered("count", index)]: count,
  }));
  return Object.assign({}, ...named);
}

/** Returns the name of a value of which an entry has several: `name`, `name2` … */
export function numbered(name: string, index: number): string {
  return index === 0 ? name : `${name}${index + 1}`;
}

/** Writes numbers as ascending ranges, as `1-20, 25`, in texts that an entry can hold. */
function writeRanges(numbers: readonly number[]): string[] {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other);
  const ranges: { first: number; last: number }[] = [];
  for (const number of sorted) {
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  const texts: string[] = [];
  for (const { first, last } of ranges) {
    const range = first === last ? `${first}` : `${first}-${last}`;
    const joined = texts.length === 0 ? range : `${texts.at(-1)}, ${range}`;
    if (texts.length > 0 && joined.length <= MAX_TEXT_LENGTH) texts[texts.length - 1] = joined;
    else texts.push(range);
  }
  return texts;
}
