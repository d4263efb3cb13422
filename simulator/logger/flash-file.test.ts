import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepInMemory } from "./flash.ts";
import { keepInFile } from "./flash-file.ts";

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "helioport-flash-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test("written data is read back, from a file and from memory", () => {
  const directory = join(makeDirectory(), "made");
  const contents = { commands: { k: { expires: 5, outcome: null } }, plant: { soc: 0.5 } };
  for (const make of [() => keepInFile(directory, "TEST-01"), () => keepInMemory()]) {
    const flash = make();
    expect(flash.read()).toEqual({ commands: {}, plant: null });
    flash.write(contents);
    expect(flash.read()).toEqual(contents);
  }
  expect(keepInFile(directory, "TEST-01").read()).toEqual(contents);
  expect(readdirSync(directory)).toEqual(["TEST-01.json"]);
});

test("a damaged file counts as empty", () => {
  const directory = makeDirectory();
  writeFileSync(join(directory, "TEST-01.json"), '{"commands":');
  expect(keepInFile(directory, "TEST-01").read()).toEqual({ commands: {}, plant: null });
  writeFileSync(join(directory, "TEST-02.json"), '{"commands":{"a":1},"plant":{"soc":1}}');
  expect(keepInFile(directory, "TEST-02").read()).toEqual({ commands: {}, plant: { soc: 1 } });
});
