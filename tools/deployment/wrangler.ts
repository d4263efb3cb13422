import { join } from "node:path";
import { projectRoot } from "../project-root.ts";
import { runQuietly } from "../run-quietly.ts";

export type Wrangler = (args: string[]) => Promise<{ code: number; output: string }>;

/** Runs wrangler without prompts and without telemetry. */
export const runWrangler: Wrangler = (args) =>
  runQuietly(
    process.execPath,
    [join(projectRoot, "node_modules/wrangler/bin/wrangler.js"), ...args],
    {
      cwd: projectRoot,
      env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false", FORCE_COLOR: "0" },
    },
  );

/** Returns the line of wrangler's output that contains the error. */
export function findReason(output: string): string {
  const [, text] = /"error": \{\s*"text": "(.+)"/.exec(output) ?? [];
  if (text !== undefined) return text;
  const lines = output.split("\n").map((line) => line.replace(/\[ERROR\]|\bERROR\b|✘/g, "").trim());
  const marked = output.split("\n").findIndex((line) => /\bERROR\b|✘/.test(line));
  return lines.slice(Math.max(marked, 0)).find((line) => line !== "") ?? "wrangler said nothing";
}
