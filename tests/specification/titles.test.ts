import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../house/source-tree.ts";

/** Expressions of the titles that the components of a folder set, by file. */
function readTitles(pattern: string): [string, string][] {
  return globSync(pattern, { cwd: projectRoot }).flatMap((file) =>
    [
      ...readFileSync(join(projectRoot, file), "utf8").matchAll(/<PageTitle page=\{(.*)\} \/>/g),
    ].map(([, title = ""]): [string, string] => [file, title]),
  );
}

test("each page inside a site has the name of the site in its title", () => {
  const titles = readTitles("app/routes/site/**/*.tsx");
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter(([, title]) => !/\bname\b/.test(title))).toEqual([]);
});

test("each page inside a site has a title", () => {
  const routes = readFileSync(join(projectRoot, "app/routes.ts"), "utf8");
  const pages = [...routes.matchAll(/"(routes\/site\/[\w/.-]+\.tsx)"/g)].map(
    ([, file = ""]) => `app/${file}`,
  );
  expect(pages.length).toBeGreaterThan(10);
  const untitled = pages.filter((file) => {
    const source = readFileSync(join(projectRoot, file), "utf8");
    return !/layout\.tsx$/.test(file) && !source.includes("<PageTitle");
  });
  expect(untitled).toEqual([]);
});
