import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findDefinitions } from "./find-definitions.ts";
import { isTestFile, projectRoot, readSourceTree, type SourceTree } from "./source-tree.ts";

const MAX_STEPS = 25;
/** A step of a call path: "3. `file.ts`: `Class.method`, then `function` does …". */
const STEP = /^\d+\. `([\w./-]+\.tsx?)`: (.+)$/;

/** Names that several files define because a framework or a type prescribes them. */
const PRESCRIBED: Readonly<Record<string, string>> = {
  loader: "React Router: every route with data exports one",
  perform: "operations/operation.ts: every operation has one; actions of pages share the name",
  check: "operations/access.ts: every rule of access has one",
  run: "operations/operation.ts: every operation has one",
};

/** Steps that no earlier step calls by name. */
const CALLED_OTHERWISE: Readonly<Record<string, string>> = {
  servePage: "the first step",
  webSocketMessage: "the first step; the platform calls it",
  loader: "React Router calls the loader of each matched route",
  handleRequest: "React Router calls the default export of entry.server.tsx",
};

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

/**
 * Finds functions of a call path that cannot be followed by their name.
 * @returns `function: fault` for each that is not defined exactly once, not in the file of its step, or not called in the
 *   body of an earlier step
 */
function findBrokenSteps(
  steps: readonly Step[],
  tree: SourceTree,
  calledOtherwise = CALLED_OTHERWISE,
): string[] {
  const faults: string[] = [];
  const bodies: string[] = [];
  for (const { line, path, names } of steps) {
    if (names.length === 0) faults.push(`${line}: no function`);
    for (const name of names) {
      const definitions = findDefinitions(tree, name);
      const here = definitions.filter((one) => one.path.endsWith(path));
      if (here.length === 0) faults.push(`${name}: not defined in ${path}`);
      if (definitions.length > 1 && !(name in PRESCRIBED))
        faults.push(`${name}: ${definitions.map((one) => one.path).join(", ")}`);
      const call = new RegExp(`(?<![\\w#])${name}(?!\\w)`);
      if (!(name in calledOtherwise) && !bodies.some((body) => call.test(body)))
        faults.push(`${name}: no earlier step calls it`);
      bodies.push(...here.map(({ body }) => body));
    }
  }
  return faults;
}

/** Product code, without tests. */
function readProduct(): SourceTree {
  return new Map([...readSourceTree()].filter(([path]) => !isTestFile(path)));
}

function readDocumentedPaths(): Step[][] {
  return globSync("docs/*.md", { cwd: projectRoot })
    .map((file) => readFileSync(join(projectRoot, file), "utf8"))
    .flatMap(readCallPaths);
}

test("the call paths of the documentation can be followed by names", () => {
  const tree = readProduct();
  const paths = readDocumentedPaths();
  expect(paths).toHaveLength(2);
  for (const steps of paths) {
    expect(steps.length).toBeLessThanOrEqual(MAX_STEPS);
    expect(findBrokenSteps(steps, tree)).toEqual([]);
  }
});

test("every exception of a call path is still needed", () => {
  const tree = readProduct();
  const names = readDocumentedPaths()
    .flat()
    .flatMap((step) => step.names);
  const unused = Object.keys({ ...PRESCRIBED, ...CALLED_OTHERWISE }).filter(
    (name) => !names.includes(name),
  );
  const uncalled = readDocumentedPaths().flatMap((steps) => findBrokenSteps(steps, tree, {}));
  const called = Object.keys(CALLED_OTHERWISE).filter(
    (name) => !uncalled.includes(`${name}: no earlier step calls it`),
  );
  const unique = Object.keys(PRESCRIBED).filter((name) => findDefinitions(tree, name).length === 1);
  expect([...unused, ...called, ...unique]).toEqual([]);
});

test.each([
  ["a step that can be followed", "`workers/b.ts`: `next` does", []],
  [
    "a renamed function",
    "`workers/b.ts`: `following` does",
    ["following: not defined in", "following: no earlier"],
  ],
  ["a moved file", "`workers/c.ts`: `next` does", ["next: not defined in"]],
  ["a missing call", "`workers/b.ts`: `other` does", ["other: no earlier"]],
  ["a call that only another function makes", "`workers/b.ts`: `last` does", ["last: no earlier"]],
  [
    "a second function of the name",
    "`workers/b.ts`: `twin` does",
    ["twin: workers/a.ts, workers/b.ts"],
  ],
  ["a step without a function", "`workers/b.ts`: does nothing", ["2. `workers/b.ts`"]],
])("call paths: %s", (_what, step, faults) => {
  const tree = new Map([
    [
      "workers/a.ts",
      "export function begin(of: { a: 1 }) {\n  next();\n  twin();\n}\nfunction aside() {\n  last();\n}\nconst twin = () => {};",
    ],
    [
      "workers/b.ts",
      "export function next() {\n}\nexport function other() {\n}\nfunction last() {\n}\nclass B {\n  #a = 1;\n  twin(): void {\n  }\n}\nnext();",
    ],
  ]);
  const [steps = []] = readCallPaths(`1. \`workers/a.ts\`: \`begin\` does\n2. ${step}`);
  const found = findBrokenSteps(steps, tree).filter((fault) => !fault.startsWith("begin"));
  expect(found).toHaveLength(faults.length);
  for (const [place, fault] of faults.entries()) expect(found[place]).toContain(fault);
});
