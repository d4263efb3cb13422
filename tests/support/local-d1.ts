import { fileURLToPath } from "node:url";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { applyMigrations } from "#tools/migrate.ts";

const migrations = fileURLToPath(new URL("../../migrations", import.meta.url));

/** An empty database as the local platform has it, for tests that run in Node. */
export async function startLocalD1(): Promise<{ database: D1Database; stop(): Promise<void> }> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      modules: true,
      script: "export default { fetch: () => new Response() }",
      d1Databases: ["DB"],
    }),
  );
  const database = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  await applyMigrations(database, migrations);
  return { database, stop: () => miniflare.dispose() };
}
