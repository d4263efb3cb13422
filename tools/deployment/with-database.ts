import { join } from "node:path";
import { Failure } from "../failure.ts";
import { showElapsed } from "../launch/elapsed.mjs";
import { projectRoot } from "../project-root.ts";
import type { DatabaseWork } from "./query.ts";
import { withRemoteDatabase } from "./remote-database.ts";
import { runWrangler } from "./wrangler.ts";

/** Runs `work` with the deployed database, or with that of `npm start`, which must not be running. */
export async function withDatabase<T>(local: boolean, work: DatabaseWork<T>): Promise<T> {
  // Both modules load slowly, so they are imported only after the command line was checked.
  if (!local) return withRemoteDatabase(runWrangler, await readDatabaseName(), work);
  const { withLocalDatabase } = await import("./local-database.ts");
  return withLocalDatabase(work);
}

/** Runs `work` with a database and shows the time until it begins, for work that shows its own steps. */
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

/** Returns the name of the database. A deployment named by `npm run deploy` has a database of the same name. */
async function readDatabaseName(): Promise<string> {
  if (process.env.HELIOPORT_NAME) return process.env.HELIOPORT_NAME;
  const { unstable_readConfig } = await import("wrangler");
  const { d1_databases } = unstable_readConfig({ config: join(projectRoot, "wrangler.toml") });
  const name = d1_databases[0]?.database_name;
  if (name === undefined) throw new Failure("wrangler.toml names no database.");
  return name;
}
