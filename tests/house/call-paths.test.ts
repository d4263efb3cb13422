import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot, readSourceTree, type SourceTree } from "./source-tree.ts";

const MAX_STEPS = 25;
/** A step of a call path: "3. `file.ts`: `Class.method`, then `function` does …". */
const STEP = /^\d+\. `([\w./-]+\.tsx?)`: (.+)$/;

type Step = { line: string; path: string; names: string[] };

/** Returns the call paths of a page: consecutive numbered lines that begin with a file. */
function readCallPaths(text: string): Step[][] {
  const paths: Step[][] = [[]];
  for (const line of text.split("\n")) {
    const [, path = "", rest = ""] = STEP.exec(line) ?? [];
    if (path === "") paths.push([]);
    else {
      const [called = ""] = rest.split(/ (?!then )(?=[a-z])/, 1);
      const names = [...called.matchAll(/`(?:\w+\.)?(#?\w+)`/g)].map(([, name = ""]) => name);
      paths.at(-1)?.push({ line, path, names });
    }
  }
  return paths.filter((steps) => steps.length > 0);
}

/** Finds steps whose file lacks the function, or that are called neither there nor in the file of an earlier step. */
function findBrokenSteps(steps: readonly Step[], tree: SourceTree): string[] {
  const read = (path: string) => tree.get(path) ?? tree.get(`durable-objects/site/${path}`) ?? "";
  return steps.flatMap(({ line, path, names }, index) => {
    if (names.length === 0) return [line];
    const source = read(path);
    const earlier = steps.slice(0, index).map((step) => step.path);
    const isCalled = (name: string, isFirst: boolean) =>
      earlier.some((other) => other !== path && read(other).includes(name)) ||
      ((!isFirst || earlier.includes(path)) && source.split(name).length > 2);
    const isEntry = index === 0 || line.includes("run by the router");
    return names
      .filter((name, place) => !source.includes(name) || !(isEntry || isCalled(name, place === 0)))
      .map((name) => `${line} (${name})`);
  });
}

test("the call paths of the documentation can be followed by names", () => {
  const tree = readSourceTree();
  const paths = globSync("docs/*.md", { cwd: projectRoot })
    .map((file) => readFileSync(join(projectRoot, file), "utf8"))
    .flatMap(readCallPaths);
  expect(paths).toHaveLength(2);
  for (const steps of paths) {
    expect(steps.length).toBeLessThanOrEqual(MAX_STEPS);
    expect(findBrokenSteps(steps, tree)).toEqual([]);
  }
});

test("a renamed function, a moved file and a missing call are found", () => {
  const tree = new Map([
    ["workers/a.ts", "export function begin() { next(); }"],
    ["workers/b.ts", "export function next() {}\nexport function other() {}"],
  ]);
  const find = (step: string) => {
    const [steps = []] = readCallPaths(`1. \`workers/a.ts\`: \`begin\` does\n2. ${step}`);
    return findBrokenSteps(steps, tree).length;
  };
  expect(find("`workers/b.ts`: `next` does")).toBe(0);
  expect(find("`workers/b.ts`: `following` does")).toBe(1);
  expect(find("`workers/c.ts`: `next` does")).toBe(1);
  expect(find("`workers/b.ts`: `other` does")).toBe(1);
});
