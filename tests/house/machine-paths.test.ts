import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./source-tree.ts";

const kept = /\.(ts|tsx|mjs|js|json|toml|md|sql|css|html|svg|txt|sh)$|^\.ci\/|^LICENSE$/;
const left = /^(node_modules|build|test-results|playwright-report|package-lock\.json)(\/|$)/;
// Put together from parts, so that this file does not name what it forbids.
const homes = ["home", "Users", "root", "work", "mnt", "tmp", "private"].join("|");
const machinePath = new RegExp(`(?<![\\w.:/)}$-])/(?:${homes})/[A-Za-z0-9_]`);

function findMachinePaths(text: string): string[] {
  return text.split("\n").filter((line) => machinePath.test(line));
}

test("no file of the project names a path on a developer's machine", () => {
  const files = globSync("{*,.ci/*,*/**/*}", { cwd: projectRoot, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length))
    .filter((path) => kept.test(path) && !left.test(path));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) =>
    findMachinePaths(readFileSync(join(projectRoot, path), "utf8")).map(
      (line) => `${path}: ${line}`,
    ),
  );
  expect(found).toEqual([]);
});

test("a planted path on a developer's machine is found", () => {
  const planted = ["", "home", "olivia", "helioport"].join("/");
  expect(findMachinePaths(`const here = "${planted}";`)).toHaveLength(1);
  expect(findMachinePaths("POST /site/v2/homework, https://example.com/home/page")).toEqual([]);
});
