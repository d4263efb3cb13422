import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSubjectFault } from "../../tools/commit-subject.mjs";
import { projectRoot } from "./source-tree.ts";

// A checkout may belong to another user than the one who tests it.
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "safe.directory=*", ...args], {
    cwd: projectRoot,
    encoding: "utf8",
  }).trim();

// An archive of the source has no commits to check.
test.skipIf(!existsSync(join(projectRoot, ".git")))(
  "commits since the check exists have an imperative subject of at most 72 characters",
  () => {
    const added = ["log", "--diff-filter=A", "--format=%H", "-1", "--", "tools/commit-subject.mjs"];
    const first = git(...added);
    const range = first === "" ? [] : [`${first}..HEAD`];
    const subjects = range.length === 0 ? [] : git("log", "--format=%s", ...range).split("\n");
    const faults = subjects
      .filter((subject) => subject !== "")
      .map((subject) => [subject, findSubjectFault(subject)])
      .filter(([, fault]) => fault !== null);
    expect(faults).toEqual([]);
  },
);

test.each([
  "history: clip buckets of a curve to the requested span",
  "tests: process addresses with spaces",
  "api: embed the schema of an answer",
  'Revert "history: clip buckets of a curve"',
])("an imperative subject passes: %s", (subject) => {
  expect(findSubjectFault(subject)).toBeNull();
});

test.each([
  ["clip buckets of a curve", "not written as"],
  ["History: clip buckets", "not written as"],
  ["history: clipped buckets of a curve", "imperative"],
  ["history: clipping buckets of a curve", "imperative"],
  ["history: clips buckets of a curve", "imperative"],
  ["history: what a logger sends is stored", "imperative"],
  ["history: the buckets are clipped", "imperative"],
  ["history: Clip buckets", "imperative"],
  ["history: clip ".padEnd(73, "x"), "73 characters"],
  ["history: clip buckets.", "full stop"],
])("a planted breach is refused: %s", (subject, part) => {
  expect(findSubjectFault(subject)).toContain(part);
});
