import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { runQuietly } from "#tools/run-quietly.ts";
import { projectRoot } from "./source-tree.ts";

/** Whether the types of the bindings are those that wrangler would generate now. */
export async function areTypesFresh(types: string): Promise<boolean> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  const { code } = await run("wrangler", ["types", types, "--check"], env);
  return code === 0;
}

/** The statements that the schema has and the migrations lack. */
export async function findMissingMigration(schema: string): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), "helioport-migrations-"));
  try {
    cpSync(join(projectRoot, "migrations"), out, { recursive: true });
    const before = new Set(readdirSync(out));
    // Drizzle takes its paths from where it runs.
    const paths = [`--schema=${schema}`, `--out=${relative(projectRoot, out)}`];
    const { code, output } = await run("drizzle-kit", ["generate", "--dialect=sqlite", ...paths]);
    if (code !== 0) throw new Error(output);
    const added = readdirSync(out).filter((name) => !before.has(name));
    return added.map((name) => readFileSync(join(out, name), "utf8")).join("\n");
  } finally {
    rmSync(out, { recursive: true });
  }
}

function run(binary: string, args: string[], env = process.env) {
  const path = join(projectRoot, "node_modules", ".bin", binary);
  return runQuietly(path, args, { cwd: projectRoot, env });
}
