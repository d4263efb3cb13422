import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./source-tree.ts";

function findDeadLinks(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^(https?:|mailto:|#)/.test(target))
    .map((target) => target.split("#")[0] ?? "")
    .filter((target) => !existsSync(join(projectRoot, dirname(file), target)))
    .map((target) => `${file}: ${target}`);
}

test("every link in the documents leads somewhere", () => {
  const files = globSync("{README.md,docs/**/*.md}", { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(3);
  expect(
    files.flatMap((file) => findDeadLinks(file, readFileSync(join(projectRoot, file), "utf8"))),
  ).toEqual([]);
});

test("a planted dead link is caught", () => {
  const text = "[here](planted.md), [there](https://example.com), [plan](../README.md#floor)";
  expect(findDeadLinks("docs/planted-page.md", text)).toEqual(["docs/planted-page.md: planted.md"]);
});
