import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderRegisters } from "#tools/registers/render-registers.ts";
import { projectRoot } from "./source-tree.ts";

test("the page of registers is what the catalogue makes", () => {
  expect(readFileSync(join(projectRoot, "docs/examples/registers.md"), "utf8")).toBe(
    renderRegisters(),
  );
});
