import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";
import type { Score } from "./test-report.ts";

/**
 * Runs a test runner with its output shown and reads its score from the report that it writes. A runner that fails
 * without naming a failed test, or that finds no test at all, counts as one failure.
 */
export async function runTier(
  label: string,
  command: [string, ...string[]],
  env: Record<string, string>,
  readReport: () => Score,
): Promise<Score> {
  console.log(`\n${label}`);
  const [name, ...args] = command;
  const code = await runWithOutput(join(projectRoot, "node_modules", ".bin", name), args, env);
  const score = readReport();
  const isSilentFailure = score.failed === 0 && (code !== 0 || score.passed === 0);
  if (!isSilentFailure) return score;
  const failure = `${label}: exit code ${code}, no test named`;
  console.error(`✗ ${failure}`);
  return { ...score, failed: 1, failures: [failure] };
}

/** Runs a program with its output shown and returns its exit code; 127 if the program cannot be started. */
export function runWithOutput(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", () => resolve(127));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
