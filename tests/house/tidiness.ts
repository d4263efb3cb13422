import { basename } from "node:path";
import { isTestFile, type SourceTree } from "./source-tree.ts";

/** Lines above which a file certainly has several responsibilities; shorter ones are only reported. */
const MAX_LINES = 600;
const REPORTED_FILES = 5;
const forbiddenWords = /(^|-)(utils?|helpers?|misc|common|libs?|managers?|shared)(-|$)/;

/** Whether a file contains data, whose length depends on the number of its entries. */
function isData(path: string): boolean {
  return /\/catalogue\/|-data\.ts$|^tools\/demo\/sites\.ts$/.test(path);
}

export function countLines(source: string): number {
  return source.trimEnd().split("\n").length;
}

type FileLength = { path: string; lines: number };

/** Lists the lengths of files of code, the longest first. Tests, data and catalogues are excepted. */
function listLengths(tree: SourceTree): FileLength[] {
  return [...tree]
    .filter(([path]) => !isTestFile(path) && !isData(path))
    .map(([path, source]) => ({ path, lines: countLines(source) }))
    .sort((one, other) => other.lines - one.lines);
}

const describe = ({ path, lines }: FileLength) => `${path}: ${lines} lines`;

/** Returns the files that are longer than `MAX_LINES`. */
export function findLongFiles(tree: SourceTree): string[] {
  return listLengths(tree)
    .filter(({ lines }) => lines > MAX_LINES)
    .map(describe);
}

/** Describes the median length and the longest files, one line each. */
export function reportLengths(tree: SourceTree): string[] {
  const lengths = listLengths(tree);
  const median = lengths[Math.floor(lengths.length / 2)]?.lines ?? 0;
  return [`median file: ${median} lines`, ...lengths.slice(0, REPORTED_FILES).map(describe)];
}

/** Returns the paths with a name that is not kebab-case, or that names no content, such as `utils`. */
export function findBadNames(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => {
    const folders = path.split("/").slice(0, -1);
    const [name = ""] = basename(path).split(".");
    return [...folders, name].some(
      (part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part) || forbiddenWords.test(part),
    );
  });
}
