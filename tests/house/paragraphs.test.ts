import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./source-tree.ts";

const MAX_WORDS = 90;
const MAX_PAGES = 23;

/** Paragraphs of running text with too many words; tables, lists, headings and code are exempt. */
function findLongParagraphs(file: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
  return prose
    .split(/\n\s*\n/)
    .filter((block) => !/^(\||[-*] |\d+\. |#|>| {4}|!\[)/.test(withoutHeadings(block)))
    .map((block) => withoutHeadings(block).split(/\s+/).filter(Boolean))
    .filter((words) => words.length > MAX_WORDS)
    .map((words) => `${file}: ${words.length} words: ${words.slice(0, 6).join(" ")} …`);
}

/** A heading may stand directly above its text. */
function withoutHeadings(block: string): string {
  return block.replace(/^(#+ .*\n?)+/, "").replace(/^\n+/, "");
}

function findExcessPages(pages: readonly string[]): string[] {
  return pages.length > MAX_PAGES ? [`docs has ${pages.length} pages, ${MAX_PAGES} at most`] : [];
}

const listPages = () => globSync("docs/*.md", { cwd: projectRoot }).sort();

test("no paragraph of the documentation is longer than 90 words", () => {
  const files = [...listPages(), "README.md"];
  expect(files.length).toBeGreaterThan(10);
  expect(
    files.flatMap((file) =>
      findLongParagraphs(file, readFileSync(join(projectRoot, file), "utf8")),
    ),
  ).toEqual([]);
});

test("a planted long paragraph is caught, and a long table, list or code block is not", () => {
  const long = "word ".repeat(MAX_WORDS + 1).trim();
  const text = `# A page\n${long}\n\n- ${long}\n\n| ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n\nShort.`;
  expect(findLongParagraphs("docs/planted.md", text)).toEqual([
    "docs/planted.md: 91 words: word word word word word word …",
  ]);
});

test("the documentation has at most 23 pages", () => {
  expect(findExcessPages(listPages())).toEqual([]);
});

test("a planted page too many is caught", () => {
  const planted = Array.from({ length: MAX_PAGES + 1 }, (_, n) => `docs/page-${n}.md`);
  expect(findExcessPages(planted)).toEqual(["docs has 24 pages, 23 at most"]);
});
