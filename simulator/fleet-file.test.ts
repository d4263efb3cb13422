import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readFleetFile } from "./fleet-file.ts";

test.each([
  ["{", "is damaged (not JSON)"],
  ['{"version":1,"sites":[{"serial":"x"}]}', "is not a fleet file: sites.0.serial"],
])("the fleet file %j is refused in one line", (text, message) => {
  const directory = mkdtempSync(join(tmpdir(), "helioport-fleet-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "fleet.json");
  writeFileSync(path, text);
  expect(() => readFleetFile(path)).toThrow(message);
});
