import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measured } from "#tools/cost/counts.ts";
import { makeSheets } from "#tools/cost/price-sheet.ts";
import { renderPage } from "#tools/cost/render-page.ts";
import { projectRoot } from "./source-tree.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const counted = measured.parse(JSON.parse(read("docs/cost.json")));

test("the page of costs is what its counts and prices make", () => {
  expect(read("docs/cost.md")).toBe(renderPage(counted));
});

test("an idle site costs no more than one dollar a year, 0.45 with an upload each five minutes", () => {
  const [idle60, idle300] = makeSheets(counted);
  expect(idle60?.total).toBeLessThanOrEqual(1);
  expect(idle300?.total).toBeLessThanOrEqual(0.45);
});

test("a planted row an upload shows on the page and in the total", () => {
  const counts = { ...counted.idle60.counts };
  counts.objectRowsWritten += 1440;
  const planted = { ...counted, idle60: { ...counted.idle60, counts } };
  expect(renderPage(planted)).not.toBe(renderPage(counted));
  const added = (makeSheets(planted)[0]?.total ?? 0) - (makeSheets(counted)[0]?.total ?? 0);
  expect(added).toBeCloseTo(0.5256, 4);
});
