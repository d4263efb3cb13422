import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
      { status: "passed", assertionResults: [{ status: "passed" }] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "failed", assertionResults: [] },
    ],
  });
  expect(readVitestReport(file)).toEqual({ passed: 3, failed: 2 });
});

test("a journey that only passed when tried again counts as a failure", () => {
  const file = write({ stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: ["set-up"] });
  expect(readPlaywrightReport(file)).toEqual({ passed: 4, failed: 3 });
});

test("a report that was never written counts as a failure", () => {
  const file = join(directory, "none.json");
  expect(readVitestReport(file)).toEqual({ passed: 0, failed: 1 });
  expect(readPlaywrightReport(file)).toEqual({ passed: 0, failed: 1 });
});
