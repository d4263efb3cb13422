import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { findRecordFaults } from "./decisions.ts";
import { projectRoot } from "./source-tree.ts";

const record = `# 0001: a plan

2026-11-20 · accepted

## Context
## Decision
## Alternatives considered
## Consequences
`;

test("every decision has a number of its own, a date, a status and its four sections", () => {
  const paths = globSync(`${projectRoot}/docs/decisions/*`).sort();
  expect(paths.length).toBeGreaterThan(10);
  const records = new Map(paths.map((path) => [basename(path), readFileSync(path, "utf8")]));
  expect(findRecordFaults(records)).toEqual([]);
});

test("a number used twice is caught", () => {
  const records = new Map([
    ["0001-a-plan.md", record],
    ["0001-another-plan.md", record],
  ]);
  expect(findRecordFaults(records)).toEqual([
    "0001-another-plan.md: 0001 is taken by 0001-a-plan.md",
  ]);
});

test.each([
  ["a-plan.md", record, "is not named 0000-what-was-decided.md"],
  ["0002-a-plan.md", record, "its title lacks its number"],
  ["0001-a-plan.md", record.replace("2026-11-20", "today"), "lacks its date and status"],
  ["0001-a-plan.md", record.replace("accepted", "maybe"), "lacks its date and status"],
  ["0001-a-plan.md", record.replace("## Context", ""), "lacks the section Context"],
])("a planted faulty record is caught: %s", (name, text, fault) => {
  expect(findRecordFaults(new Map([[name, text]]))).toEqual([`${name}: ${fault}`]);
});
