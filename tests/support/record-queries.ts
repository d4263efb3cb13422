import { env } from "cloudflare:workers";

/** An environment whose database writes down every statement it is given. */
export function recordQueries(): { env: Env; statements: string[] } {
  const statements: string[] = [];
  const DB = new Proxy(env.DB, {
    get(database, name) {
      if (name === "prepare")
        return (statement: string) => {
          statements.push(statement);
          return database.prepare(statement);
        };
      const value: unknown = Reflect.get(database, name);
      return typeof value === "function" ? value.bind(database) : value;
    },
  });
  return { env: { ...env, DB }, statements };
}
