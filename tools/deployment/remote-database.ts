import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { Failure } from "../failure.ts";
import { checkSignIn, expectSuccess, findDatabase, parseJson } from "./account.ts";
import type { DatabaseWork } from "./query.ts";
import type { Wrangler } from "./wrangler.ts";

const answers = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) })).min(1);

/** Maximum length of a command. Windows limits a command line to 32,767 characters. */
const MAX_COMMAND = 24_000;

/** Runs `work` with the deployed database of this name, which it queries through wrangler. */
export async function withRemoteDatabase<T>(
  wrangler: Wrangler,
  name: string,
  work: DatabaseWork<T>,
): Promise<T> {
  await checkSignIn(wrangler);
  const id = await findDatabase(wrangler, name);
  if (!id) throw new Failure(`The account has no database ${name} yet: run \`npm run deploy\`.`);
  const directory = mkdtempSync(join(tmpdir(), "helioport-database-"));
  try {
    const config = join(directory, "wrangler.json");
    const database = { binding: "DB", database_name: name, database_id: id };
    writeFileSync(config, JSON.stringify({ name: "helioport", d1_databases: [database] }));
    const options = ["--remote", "--json", "--yes", "--config", config];
    const execute = (...source: string[]) =>
      expectSuccess(wrangler, ["d1", "execute", "DB", ...options, ...source]);
    return await work(
      async (sql) => parseJson(await execute("--command", sql), answers).at(-1)?.results ?? [],
      async (statements) => {
        const [sql = "", ...more] = statements;
        if (more.length === 0 && sql.length <= MAX_COMMAND) await execute("--command", sql);
        else await execute("--file", writeStatements(directory, statements));
      },
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * D1 imports a file completely or not at all and blocks other queries during the import, so only long statements are
 * sent as a file.
 */
function writeStatements(directory: string, statements: readonly string[]): string {
  const path = join(directory, "statements.sql");
  writeFileSync(path, statements.map((sql) => `${sql};\n`).join(""));
  return path;
}
