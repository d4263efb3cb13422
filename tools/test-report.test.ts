import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "./project-root.ts";
import { readPlaywrightReport, readVitestReport } from "./test-report.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "helioport-report-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(report: object): string {
  const file = join(directory, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test("a test file that cannot be loaded counts as a failure", () => {
  const file = write({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      {
        name: join(projectRoot, "a.test.ts"),
        status: "passed",
        assertionResults: [{ status: "passed", fullName: "one", failureMessages: [] }],
      },
      {
        name: join(projectRoot, "b.test.ts"),
        status: "failed",
        assertionResults: [
          { status: "failed", fullName: "adds", failureMessages: ["expected 1 to be 2\nat b:1"] },
        ],
      },
      {
        name: join(projectRoot, "c.test.ts"),
        status: "failed",
        message: "no such file",
        assertionResults: [],
      },
    ],
  });
  expect(readVitestReport(file)).toEqual({
    passed: 3,
    failed: 2,
    failures: ["b.test.ts › adds\n  expected 1 to be 2\n  at b:1", "c.test.ts\n  no such file"],
  });
});

test("a journey that only passed when tried again counts as a failure", () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: "a.spec.ts",
    line: 7,
    tests: [
      {
        projectName: "journeys",
        status,
        results: [{ ...(message === undefined ? {} : { error: { message } }) }, {}],
      },
    ],
  });
  const file = write({
    stats: { expected: 4, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec("passes", "expected"), spec("fails", "unexpected", "no button")],
        suites: [{ specs: [spec("passes at last", "flaky", "\u001b[31mtoo late\u001b[39m")] }],
      },
    ],
    errors: [{ message: "set-up" }],
  });
  expect(readPlaywrightReport(file)).toEqual({
    passed: 4,
    failed: 3,
    failures: [
      "outside a test\n  set-up",
      "[journeys] a.spec.ts:7 › fails\n  no button",
      "[journeys] a.spec.ts:7 › passes at last\n  too late",
    ],
  });
});

test("a report that was never written counts as a failure", () => {
  const file = join(directory, "none.json");
  expect(readVitestReport(file)).toMatchObject({ passed: 0, failed: 1 });
  expect(readPlaywrightReport(file)).toMatchObject({ passed: 0, failed: 1 });
});
