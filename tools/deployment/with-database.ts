import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project-root.ts";
import { withLocalDatabase } from "./local-database.ts";
import type { Query } from "./query.ts";
import { withRemoteDatabase } from "./remote-database.ts";
import { runWrangler } from "./wrangler.ts";

/** Lets `work` query the deployed database, or that of `npm start`, which must not be running. */
export function withDatabase<T>(local: boolean, work: (query: Query) => Promise<T>): Promise<T> {
  return local
    ? withLocalDatabase(work)
    : withRemoteDatabase(runWrangler, readDatabaseName(), work);
}

function readDatabaseName(): string {
  const { d1_databases } = unstable_readConfig({ config: join(projectRoot, "wrangler.toml") });
  const name = d1_databases[0]?.database_name;
  if (name === undefined) throw new Failure("wrangler.toml names no database.");
  return name;
}
