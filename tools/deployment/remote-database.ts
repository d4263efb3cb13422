import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { Failure } from "../failure.ts";
import { checkSignIn, expectSuccess, findDatabase, parseJson } from "./account.ts";
import type { Query } from "./query.ts";
import type { Wrangler } from "./wrangler.ts";

const answers = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) })).min(1);

/** Lets `work` query the deployed database of this name, through wrangler. */
export async function withRemoteDatabase<T>(
  wrangler: Wrangler,
  name: string,
  work: (query: Query) => Promise<T>,
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
    return await work(async (sql) => {
      const output = await expectSuccess(wrangler, [
        "d1",
        "execute",
        "DB",
        ...options,
        "--command",
        sql,
      ]);
      return parseJson(output, answers).at(-1)?.results ?? [];
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
