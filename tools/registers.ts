import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./failure.ts";
import { projectRoot } from "./project-root.ts";
import { renderRegisters } from "./registers/render-registers.ts";

const PAGE = "docs/examples/registers.md";

/** Writes the page of all settings in the catalogue (`npm run registers`). */
await runCommand(async () => {
  writeFileSync(join(projectRoot, PAGE), renderRegisters());
  console.log(`${PAGE} is up to date`);
});
