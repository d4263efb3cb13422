import { isTestFile, type SourceTree } from "./source-tree.ts";

/** A comment, and whether an export follows it. */
type Comment = { line: number; text: string; isOfExport: boolean };

const JSDOC_OR_LINES = /\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*\n)+/gm;

/** Patterns that read badly wherever they stand in a comment. */
const RULES: readonly [name: string, pattern: RegExp][] = [
  ["begins with a relative clause", /^(?:What|Whatever|Whose|Whom)\b/],
  ["begins as a continuation", /^(?:And|Nor|But|Or)\b/],
  ["begins with a pronoun for nothing", /^(?:Those|That|These) of\b/],
  ["null of or null where", /\bnull (?:of|where)\b/i],
  ["of whom", /\bof whom\b/],
];

/** Returns all comments of a file as one line each. */
function readComments(source: string): Comment[] {
  return [...source.matchAll(JSDOC_OR_LINES)].map(({ 0: comment, index }) => ({
    line: source.slice(0, index).split("\n").length,
    text: comment
      .replaceAll(/^\s*(?:\/\*\*|\*\/|\*(?!\/)|\/\/)|\*\/$/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
    isOfExport: /^\s*export (?:default )?(?:async )?function/.test(
      source.slice(index + comment.length),
    ),
  }));
}

/**
 * Finds comments that do not stand alone.
 * @returns `path:line: rule` of each
 */
export function findPoorComments(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    if (isTestFile(path)) return [];
    return readComments(source).flatMap(({ line, text, isOfExport }) => {
      const broken = RULES.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
      if (isOfExport && text.startsWith("@")) broken.push("only tags");
      return broken.map((name) => `${path}:${line}: ${name}`);
    });
  });
}
