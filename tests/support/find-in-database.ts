import { env } from "cloudflare:workers";

/** Where any of these words is in the database, as table and column. */
export async function findInDatabase(words: readonly string[]): Promise<string[]> {
  const { results: tables } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'",
  ).all<{ name: string }>();
  const found: string[] = [];
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`select * from "${name}"`).all();
    for (const row of results)
      for (const [column, value] of Object.entries(row))
        if (words.some((word) => `${value}`.includes(word))) found.push(`${name}.${column}`);
  }
  return found;
}
