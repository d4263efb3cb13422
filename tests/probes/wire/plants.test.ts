import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PLANTED_FAULTS } from "./plants.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test.each(PLANTED_FAULTS)("the text that $name changes is there once", ({ pieces }) => {
  for (const { module, find } of pieces)
    expect(readFileSync(root + module, "utf8").split(find)).toHaveLength(2);
});
