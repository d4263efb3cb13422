import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./source-tree.ts";

const read = (file: string) => readFileSync(join(projectRoot, file), "utf8");

function listTargets(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(https?:|mailto:)/.test(target));
}

function findDeadLinks(file: string, text: string): string[] {
  return listTargets(text)
    .map((target) => target.split("#")[0] ?? "")
    .filter((target) => target !== "" && !existsSync(join(projectRoot, dirname(file), target)))
    .map((target) => `${file}: ${target}`);
}

/** The anchors of a page's headings, as GitHub makes them. */
function listAnchors(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\-_ ]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function findDeadAnchors(file: string, text: string): string[] {
  return listTargets(text)
    .map((target) => ({ target, parts: target.split("#") }))
    .filter(({ parts: [path = "", anchor] }) => {
      if (anchor === undefined || (path !== "" && !path.endsWith(".md"))) return false;
      const page = path === "" ? text : readIfThere(join(dirname(file), path));
      return !listAnchors(page).includes(anchor);
    })
    .map(({ target }) => `${file}: ${target}`);
}

function readIfThere(file: string): string {
  return existsSync(join(projectRoot, file)) ? read(file) : "";
}

const files = globSync("{README.md,docs/**/*.md}", { cwd: projectRoot });

test("every link in the documents leads somewhere", () => {
  expect(files.length).toBeGreaterThan(3);
  expect(files.flatMap((file) => findDeadLinks(file, read(file)))).toEqual([]);
});

test("every link to a section leads to a heading", () => {
  expect(files.flatMap((file) => findDeadAnchors(file, read(file)))).toEqual([]);
});

test("a planted dead link is caught", () => {
  const text = "[here](planted.md), [there](https://example.com), [plan](../README.md#layers)";
  expect(findDeadLinks("docs/planted-page.md", text)).toEqual(["docs/planted-page.md: planted.md"]);
});

test("a planted link to a missing heading is caught", () => {
  const text = "# A page\n## `POST /a`: one\n[one](#post-a-one) [two](#two) [top](../README.md#no)";
  expect(findDeadAnchors("docs/planted-page.md", text)).toEqual([
    "docs/planted-page.md: #two",
    "docs/planted-page.md: ../README.md#no",
  ]);
});
