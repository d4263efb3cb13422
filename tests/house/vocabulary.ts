/** Words that have a standard term instead; docs/glossary.md has the terms. */
const BANNED = [
  ..."whoever whomever somebody nobody told untold tell tells telling hear hears heard hearing".split(
    " ",
  ),
  ..."forget forgets forgotten forgetting figures stretch stretches sight sights".split(" "),
  ..."dress dresses dressed tries demand demands demanded".split(" "),
  "comes by",
  "(?<!const )word of",
  "for good",
  "hand over",
  "hands over",
  "handing over",
  "handover",
];
const BANNED_PATTERN = new RegExp(`\\b(?:${BANNED.join("|")})\\b`, "gi");

/** E-mails are e-mails; letters are those of an alphabet. */
const LETTER_PATTERN = /\b(?<!spacing |-)letters?(?!-?\s?spacing)\b/gi;

/** Bounds are MAX_ and MIN_. */
const BOUND_PATTERN =
  /\b(?:MOST|LEAST|FEWEST|LARGEST|SMALLEST|LONGEST|SHORTEST|FURTHEST|FARTHEST|WIDEST)_[A-Z0-9_]+/g;

/** Names that say nothing about what a type holds. */
const EMPTY_NAME_PATTERN =
  /\b(?:type|interface|class) (?:Asked|Told|Said|Needs|Parts|Thing|Found|Whose)\b/g;

/** Splits camelCase, snake_case and kebab-case into words. */
function splitNames(line: string): string {
  return line
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replaceAll(/(?<=[\p{L}\d])[_-](?=\p{L})/gu, " ");
}

/**
 * Finds banned words in names, comments and texts.
 * @param path from the project's root; its own words count
 * @returns `path:line: word`; breaches of the path itself are in line 0
 */
export function findDialect(path: string, source: string): string[] {
  const isMail = /(^|\/)mails?\//.test(path);
  return [path, ...source.split("\n")].flatMap((line, index) => {
    const words = splitNames(line);
    const found = [
      ...words.matchAll(BANNED_PATTERN),
      ...(isMail ? words.matchAll(LETTER_PATTERN) : []),
      ...line.matchAll(BOUND_PATTERN),
      ...line.matchAll(EMPTY_NAME_PATTERN),
    ];
    return found.map(([word]) => `${path}:${index}: ${word.toLowerCase()}`);
  });
}
