import { join } from "node:path";
import { Failure } from "../failure.ts";
import { showElapsed } from "../launch/elapsed.mjs";
import { projectRoot } from "../project-root.ts";
import type { DatabaseWork } from "./query.ts";
import { withRemoteDatabase } from "./remote-database.ts";
import { runWrangler } from "./wrangler.ts";

/** Lets `work` query the deployed database, or that of `npm start`, which must not be running. */
export async function withDatabase<T>(local: boolean, work: DatabaseWork<T>): Promise<T> {
  // Loading either takes longer than reporting a mistyped command.
  if (!local) return withRemoteDatabase(runWrangler, await readDatabaseName(), work);
  const { withLocalDatabase } = await import("./local-database.ts");
  return withLocalDatabase(work);
}

/** The same, and shows how long it takes until `work` begins, for work that shows its own steps. */
export async function openDatabase<T>(local: boolean, work: DatabaseWork<T>): Promise<T> {
  let end: ReturnType<typeof showElapsed> | undefined = showElapsed("Opening the database");
  try {
    return await withDatabase(local, (query, apply) => {
      end?.("done");
      end = undefined;
      return work(query, apply);
    });
  } finally {
    end?.("failed");
  }
}

/** That of an installation which `npm run deploy` named has the installation's name. */
async function readDatabaseName(): Promise<string> {
  if (process.env.HELIOPORT_NAME) return process.env.HELIOPORT_NAME;
  const { unstable_readConfig } = await import("wrangler");
  const { d1_databases } = unstable_readConfig({ config: join(projectRoot, "wrangler.toml") });
  const name = d1_databases[0]?.database_name;
  if (name === undefined) throw new Failure("wrangler.toml names no database.");
  return name;
}
