import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { projectRoot } from "./project-root.ts";

/** Result of a test run; `failures` names the failed tests, each with the first lines of its error. */
export type Score = { passed: number; failed: number; failures: string[] };

/** Maximum number of lines of an error that are repeated at the end of a run. */
const SHOWN_LINES = 12;

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Reads the report of Vitest. A test file that could not be loaded counts as one failed test. */
export function readVitestReport(file: string): Score {
  const report = readReport(file, vitestReport);
  if (!report) return withoutReport("vitest");
  const failures = report.testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const path = relative(projectRoot, name);
      const failed = assertionResults.filter((result) => result.status === "failed");
      if (failed.length === 0) return [describe(path, message)];
      return failed.map(({ fullName, failureMessages }) =>
        describe(`${path} › ${fullName.trim()}`, failureMessages?.join("\n")),
      );
    });
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    failures,
  };
}

const playwrightError = z.object({ message: z.string().optional() });
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.int(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ error: playwrightError.optional() })),
    }),
  ),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).optional(),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  suites: z.array(playwrightSuite).optional(),
  errors: z.array(playwrightError),
});

/** Reads the report of Playwright. A test that passed only on a retry counts as failed. */
export function readPlaywrightReport(file: string): Score {
  const report = readReport(file, playwrightReport);
  if (!report) return withoutReport("Playwright");
  const { expected, unexpected, flaky } = report.stats;
  const failures = [
    ...report.errors.map(({ message }) => describe("outside a test", message)),
    ...(report.suites ?? [])
      .flatMap(listSpecs)
      .flatMap(({ title, file, line, tests }) =>
        tests
          .filter(({ status }) => status === "unexpected" || status === "flaky")
          .map(({ projectName, results }) =>
            describe(
              `[${projectName}] ${file}:${line} › ${title}`,
              results.find((result) => result.error)?.error?.message,
            ),
          ),
      ),
  ];
  return { passed: expected, failed: unexpected + flaky + report.errors.length, failures };
}

function listSpecs(suite: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(listSpecs)];
}

function describe(test: string, error: string | undefined): string {
  const lines = stripVTControlCharacters(error ?? "no error was reported").split("\n");
  return [test, ...lines.slice(0, SHOWN_LINES).map((line) => `  ${line}`)].join("\n");
}

function withoutReport(runner: string): Score {
  return { passed: 0, failed: 1, failures: [`${runner} wrote no report`] };
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
