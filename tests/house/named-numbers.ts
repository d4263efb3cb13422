import { isTestFile, type SourceTree } from "./source-tree.ts";

/** Durations in ms, and products that make one; domain/units/durations.ts names them. */
const DURATION =
  /\b(?:60_?000|900_?000|3_?600_?000|86_?400_?000|604_?800_?000)\b(?! *W)|\b(?:60|24|7) \* (?:60|24|1_?000)\b/;
/** Comparisons of a role, a user type or a status with a number. */
const COMPARED =
  /\b(?:role|oldRole|newRole|type|userType|status)\b\)? (?:[=!]==?|[<>]=?) [0-9]+\b|\b[0-9]+ [=!]==? [\w.]*\b(?:role|type|status)\b/i;
/** Branches of a `switch` over an HTTP status. */
const CASE = /\bcase [1-5][0-9]{2}:/;

/** Where the names are defined, catalogues of data, in which such numbers are watts, and a script without imports. */
const EXEMPT = /^domain\/units\/durations\.ts$|-data\.ts$|\/page-script\.mjs$/;

/**
 * Finds numbers that have a name: durations (domain/units/durations.ts), roles and user types (domain/access/roles.ts),
 * statuses (domain/problem.ts).
 * @returns `path:line: number`
 */
export function findUnnamedNumbers(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    if (isTestFile(path) || EXEMPT.test(path)) return [];
    return source.split("\n").flatMap((line, index) => {
      if (/^\s*(?:\*|\/\*|\/\/)/.test(line)) return [];
      const found = [DURATION, COMPARED, CASE].flatMap((pattern) => pattern.exec(line)?.[0] ?? []);
      return found.map((number) => `${path}:${index + 1}: ${number}`);
    });
  });
}
