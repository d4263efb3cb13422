import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { describeError, Failure } from "../failure.ts";
import { expectSuccess, parseJson } from "./account.ts";
import { quote } from "./query.ts";
import type { Wrangler } from "./wrangler.ts";

/** Creates the table in which `wrangler d1 migrations` records applied migrations, with the same columns. */
const CREATE_RECORD =
  "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

const recordedNames = z
  .array(z.object({ results: z.array(z.object({ name: z.string() })) }))
  .min(1)
  .transform((answers) => answers.flatMap(({ results }) => results.map(({ name }) => name)));

/**
 * Applies the migrations that the deployed database lacks, each as a file that also contains its record. D1 imports a
 * file in one transaction and does not split it into statements at semicolons. `wrangler d1 migrations apply` posts the
 * same text to another endpoint, which does and rejects triggers of several lines ("incomplete input"). An interrupted
 * run can be repeated: a recorded migration is complete, and an unrecorded one has changed nothing.
 * @param directory directory of the migrations
 * @returns the names of the migrations that were applied
 * @throws Failure that names the migration that could not be applied
 */
export async function migrateRemote(options: {
  wrangler: Wrangler;
  configPath: string;
  directory: string;
}): Promise<string[]> {
  const { wrangler, configPath, directory } = options;
  const common = ["d1", "execute", "DB", "--remote", "--json", "--yes", "--config", configPath];
  const readRecord = async () => {
    const command = "SELECT name FROM d1_migrations";
    const output = await expectSuccess(wrangler, [...common, "--command", command]);
    return new Set(parseJson(output, recordedNames));
  };
  await expectSuccess(wrangler, [...common, "--command", CREATE_RECORD]);
  const recorded = await readRecord();
  const missing = readdirSync(directory)
    .filter((name) => /^\d+_.*\.sql$/.test(name) && !recorded.has(name))
    .sort();
  const scratch = mkdtempSync(join(tmpdir(), "helioport-migration-"));
  try {
    for (const name of missing) {
      const file = join(scratch, name);
      writeFileSync(file, withRecord(readFileSync(join(directory, name), "utf8"), name));
      try {
        await expectSuccess(wrangler, [...common, "--file", file]);
      } catch (error) {
        // The import continues even if the command that started it has failed, so the record decides.
        if (!(await readRecord()).has(name))
          throw new Failure(`Migration ${name} failed: ${describeError(error)}`);
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return missing;
}

/** Returns a migration with its record, which the import writes together or not at all. */
function withRecord(sql: string, name: string): string {
  const statements = sql.trimEnd().replace(/;?$/, ";");
  return `${statements}\nINSERT INTO d1_migrations (name) VALUES (${quote(name)});\n`;
}
