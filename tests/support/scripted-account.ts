import { globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { Wrangler } from "#tools/deployment/wrangler.ts";

export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
const files = globSync(`${MIGRATIONS}/*.sql`).sort();

type Binding = { type: string; name: string; text?: string };

/** What ends no statement: strings, names, comments, and the rest. */
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|`[^`]*`|--[^\n]*|;|[^'"`;-]+|-/g;

function splitAtSemicolons(sql: string): string[] {
  const statements = [""];
  for (const [token] of sql.matchAll(TOKENS)) {
    if (token === ";") statements.push("");
    else if (!token.startsWith("--")) statements.push(statements.pop() + token);
  }
  return statements.filter((text) => text.trim() !== "");
}

/** An account as wrangler shows it: each command is answered, and what is missing gets made. */
export function scriptAccount(has: {
  signedIn?: boolean;
  made?: boolean;
  /** What fails, by the start of its command, with what wrangler says then. */
  answers?: Record<string, string>;
  /** The settings of the deployed Worker. */
  vars?: Record<string, string>;
  /** Called before D1 imports a file; what it throws ends wrangler, before or after the import took place. */
  importing?: (name: string, take: () => void) => void;
}) {
  const commands: string[] = [];
  const made = new Set(has.made ? ["d1", "r2", "queues", "secret"] : []);
  let deployed = has.made ? { PORTAL_ORIGIN: "https://portal.example", ...has.vars } : undefined;
  const database = new DatabaseSync(":memory:");
  if (has.made) {
    database.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE)");
    const record = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)");
    for (const path of files) {
      database.exec(readFileSync(path, "utf8"));
      record.run(basename(path));
    }
  }
  let uploaded: { text: string; mode: number; path: string } | undefined;
  let config: { text: string; path: string } | undefined;
  const ok = (output = "") => ({ code: 0, output });
  const bad = (output: string) => ({ code: 1, output: `✘ [ERROR] ${output}\n` });
  const readOption = (args: string[], option: string) => args[args.indexOf(option) + 1] ?? "";

  function execute(args: string[]) {
    const path = readOption(args, "--config");
    config = { path, text: readFileSync(path, "utf8") };
    if (args.includes("--file")) {
      const file = readOption(args, "--file");
      const take = () => importFile(readFileSync(file, "utf8"));
      if (has.importing) has.importing(basename(file), take);
      else take();
      return ok("[]");
    }
    const results = query(readOption(args, "--command"));
    return ok(`${JSON.stringify([{ results, success: true, meta: {} }], null, 2)}\n`);
  }

  /** D1 takes a file whole or not at all, and lets SQLite find where its statements end. */
  function importFile(sql: string): void {
    try {
      database.exec(`BEGIN;${sql}COMMIT`);
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  }

  /** What is posted to D1 as one text is split at semicolons outside of strings, also at those within a trigger. */
  function query(sql: string): unknown[] {
    const statements = splitAtSemicolons(sql);
    let results: unknown[] = [];
    database.exec("BEGIN");
    try {
      for (const statement of statements) results = database.prepare(statement).all();
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
    return results;
  }

  /** As `wrangler d1 migrations apply` does it. */
  function applyMigrations() {
    query("CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE)");
    const applied = database.prepare("SELECT name FROM d1_migrations").all();
    const names = new Set(applied.map(({ name }) => name));
    for (const path of files) {
      if (names.has(basename(path))) continue;
      query(
        `${readFileSync(path, "utf8")}\nINSERT INTO d1_migrations (name) values ('${basename(path)}');`,
      );
    }
    return ok();
  }

  function describeVersion() {
    const bindings: Binding[] = Object.entries(deployed ?? {}).map(([name, text]) => ({
      type: "plain_text",
      name,
      text,
    }));
    bindings.push({ type: "secret_text", name: "HELIOPORT_SECRET" }, { type: "d1", name: "DB" });
    return ok(`${JSON.stringify({ id: "v-1", resources: { bindings } }, null, 2)}\n`);
  }

  function deploy(args: string[]) {
    if (args.includes("--secrets-file")) {
      const path = readOption(args, "--secrets-file");
      uploaded = { text: readFileSync(path, "utf8"), mode: statSync(path).mode, path };
      made.add("secret");
    }
    const path = readOption(args, "--config");
    config = { path, text: readFileSync(path, "utf8") };
    deployed = JSON.parse(config.text).vars;
    return ok("Deployed\n  https://helioport.someone.workers.dev\n");
  }

  const wrangler: Wrangler = async (args) => {
    const command = args.join(" ");
    commands.push(command);
    const answer = Object.entries(has.answers ?? {}).find(([start]) => command.startsWith(start));
    if (answer) return bad(answer[1]);
    const [kind = ""] = args;
    try {
      if (kind === "whoami") return has.signedIn === false ? bad("not authenticated") : ok();
      if (command.startsWith("d1 list"))
        return ok(made.has("d1") ? '[{"name":"helioport","uuid":"uuid-1"}]' : "[]");
      if (command.startsWith("d1 migrations")) return applyMigrations();
      if (command.startsWith("d1 execute")) return execute(args);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return bad(`${reason}: SQLITE_ERROR [code: 7500]`);
    }
    const isThere = deployed !== undefined;
    const missing = "This Worker does not exist on your account. [code: 10007]";
    if (command.startsWith("deployments status")) {
      const versions = [
        { version_id: "v-0", percentage: 10 },
        { version_id: "v-1", percentage: 90 },
      ];
      return isThere ? ok(`${JSON.stringify({ id: "d-1", versions }, null, 2)}\n`) : bad(missing);
    }
    if (command.startsWith("versions view v-1")) return describeVersion();
    if (command.startsWith("secret list"))
      return made.has("secret")
        ? ok('[{"name":"HELIOPORT_SECRET","type":"secret_text"}]')
        : bad(missing);
    if (args.includes("info")) return made.has(kind) ? ok() : bad("not found");
    if (args.includes("create")) {
      made.add(kind === "queues" ? command : kind);
      return ok();
    }
    if (kind === "deploy") return deploy(args);
    return bad(`Unknown command: ${command}`);
  };
  return {
    wrangler,
    commands,
    database,
    uploaded: () => uploaded,
    deployed: () => deployed,
    /** The configuration of the last command that named one, and the directory that held it. */
    queriedWith: () => config && { ...JSON.parse(config.text), directory: dirname(config.path) },
  };
}
