import { parseSync, Visitor } from "vite";
import { isTestFile, type SourceTree } from "./source-tree.ts";
import type { Texts } from "./texts.ts";

/** What stands before and inside French signs; a time or its pattern, such as 12:30 or HH:mm, and an address need none. */
const FRENCH = /[^\u202f][;?!%»]|«(?!\u202f)|(?<![\u202f\d]|HH|mm):(?!\/\/)/;
/** Each language writes percentages and dates in its own way, so the code formats them. */
const FORMATTED = /\}\}[\s\u00a0\u202f]?[%٪]|\d{4}-\d\d-\d\d/;

/** Texts whose signs break a rule of the glossary, as `namespace:key`. */
export function findWrongSigns(language: string, texts: Texts): string[] {
  const isWrong = (text: string) =>
    FORMATTED.test(text) || text.includes("...") || (language === "fr" && FRENCH.test(text));
  return [...texts].filter(([, text]) => isWrong(text)).map(([key]) => key);
}

/** Pages that put a numeric date, such as 2026-11-30, into a text: `formatDateText` follows the language. */
export function findNumericDates(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, source] of tree) {
    if (!/^app\/.*\.tsx?$/.test(path) || isTestFile(path)) continue;
    new Visitor({
      CallExpression: ({ callee, start, end }) => {
        if (callee.type !== "Identifier" || callee.name !== "t") return;
        if (!/\bformatLocal(Day|Time)\(/.test(source.slice(start, end))) return;
        found.push(`${path}:${source.slice(0, start).split("\n").length}`);
      },
    }).visit(parseSync(path, source).program);
  }
  return found;
}
