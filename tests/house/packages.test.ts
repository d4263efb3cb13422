import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { projectRoot } from "./source-tree.ts";

const names = z.record(z.string(), z.string());
const manifest = z.object({
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
});

/** Packages with a complete row: name, licence, where it runs, what for, why. */
function readRows(text: string): string[] {
  const rows = text.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|[^|]*\|$/gm);
  return [...rows]
    .filter(
      ([, , licence, place]) =>
        /\w/.test(licence ?? "") && /Node|Workers|browser/.test(place ?? ""),
    )
    .map(([, name = ""]) => name)
    .sort();
}

test("every package has a row that says what it is for, and every row a package", () => {
  const text = readFileSync(join(projectRoot, "package.json"), "utf8");
  const { dependencies, devDependencies, optionalDependencies } = manifest.parse(JSON.parse(text));
  const packages = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const page = readFileSync(join(projectRoot, "docs/packages.md"), "utf8");
  expect(readRows(page)).toEqual(Object.keys(packages).sort());
  for (const version of Object.values(packages)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
});

test("a row that lacks its licence or its place counts as none", () => {
  const rows = [
    "| `whole` | MIT | Node | tests | small |",
    "| `no-licence` |  | Node | tests | small |",
    "| `no-place` | MIT |  | tests | small |",
    "| `short` | MIT | Node |",
  ];
  expect(readRows(rows.join("\n"))).toEqual(["whole"]);
});
