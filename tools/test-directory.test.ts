import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeTestDirectory } from "./test-directory.ts";

/** Higher than any process number of Linux. */
const ENDED_PROCESS = 2 ** 22 + 1;

test("a run removes what a killed run left, and nothing of a run in progress", () => {
  const running = makeTestDirectory();
  const left = join(dirname(running), `helioport-test-${ENDED_PROCESS}-left`);
  mkdirSync(join(left, "database"), { recursive: true });
  const next = makeTestDirectory();
  expect(existsSync(left)).toBe(false);
  expect(existsSync(running)).toBe(true);
  for (const directory of [running, next]) rmSync(directory, { recursive: true });
});
