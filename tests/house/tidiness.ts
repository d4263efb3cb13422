import { basename } from "node:path";
import { isTestFile, type SourceTree } from "./source-tree.ts";

const longest = 300;
const forbiddenWords = /(^|-)(utils?|helpers?|misc|common|libs?|managers?|shared)(-|$)/;

/** Data is as long as what it describes. */
function isData(path: string): boolean {
  return /\/catalogue\/|-data\.ts$|^tools\/demo\/sites\.ts$/.test(path);
}

export function countLines(source: string): number {
  return source.trimEnd().split("\n").length;
}

/** Files that mix jobs: more than 300 lines of code. */
export function findLongFiles(tree: SourceTree): string[] {
  return [...tree]
    .filter(([path, source]) => !isTestFile(path) && !isData(path) && countLines(source) > longest)
    .map(([path, source]) => `${path}: ${countLines(source)} lines`);
}

/** Names that are not kebab-case, or that say where something was dropped instead of what it is. */
export function findBadNames(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => {
    const folders = path.split("/").slice(0, -1);
    const [name = ""] = basename(path).split(".");
    return [...folders, name].some(
      (part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part) || forbiddenWords.test(part),
    );
  });
}

export function findMedianLength(tree: SourceTree): number {
  const lengths = [...tree]
    .filter(([path]) => !isTestFile(path) && !isData(path))
    .map(([, source]) => countLines(source))
    .sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}
