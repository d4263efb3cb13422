import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  clearState,
  describeState,
  markComplete,
  openState,
  readSecret,
  type StateDirectory,
} from "./state-directory.ts";

let state: StateDirectory;
beforeEach(() => {
  state = describeState(mkdtempSync(join(tmpdir(), "helioport-state-")));
});
afterEach(() => rmSync(state.root, { recursive: true }));

test("the state directory is used by one command at a time", () => {
  const lock = openState(state);
  expect(() => openState(state)).toThrow(/^Another Helioport command is using/);
  writeFileSync(
    state.running,
    JSON.stringify({ pid: 7, url: "http://localhost:8787", runtime: [] }),
  );
  expect(() => openState(state)).toThrow(
    "Helioport is already running at http://localhost:8787 (process 7).",
  );
  lock[Symbol.dispose]();
  openState(state)[Symbol.dispose]();
});

test("a directory with other files is never used as state", () => {
  writeFileSync(join(state.root, "thesis.txt"), "years of work");
  expect(() => openState(state)).toThrow(/holds other files \(thesis\.txt\)/);
  expect(readdirSync(state.root)).toEqual(["thesis.txt"]);
});

test("a state directory that cannot be created is reported in one line", () => {
  const file = join(state.root, "file");
  writeFileSync(file, "");
  expect(() => openState(describeState(join(file, "state")))).toThrow(/^The state directory .+\.$/);
});

test("clearing leaves nothing but the lock", () => {
  using _lock = openState(state);
  readSecret(state);
  markComplete(state, new Date(0));
  clearState(state);
  expect(readdirSync(state.root)).toEqual(["lock.sqlite"]);
});

test("the secret stays permanently once the first start is complete, readable by its owner only", () => {
  const first = readSecret(state);
  expect(Buffer.from(first, "base64url")).toHaveLength(32);
  expect(statSync(state.secret).mode & 0o077).toBe(0);
  markComplete(state, new Date(0));
  expect(readSecret(state)).toBe(first);
});

test.each([
  ["missing", () => rmSync(state.secret)],
  ["damaged", () => writeFileSync(state.secret, "short")],
])("a secret that is %s is reported in one line", (_, harm) => {
  readSecret(state);
  markComplete(state, new Date(0));
  harm();
  expect(() => readSecret(state)).toThrow(/^The secret in .+ cannot be read .+npm run reset.+\.$/);
  expect(existsSync(state.complete)).toBe(true);
});
