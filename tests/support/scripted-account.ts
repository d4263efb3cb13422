import { globSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { Wrangler } from "#tools/deployment/wrangler.ts";

const migrations = fileURLToPath(new URL("../../migrations", import.meta.url));

/** An account as wrangler shows it: each command is answered, and what is missing gets made. */
export function scriptAccount(has: {
  signedIn?: boolean;
  made?: boolean;
  /** What fails, by the start of its command, with what wrangler says then. */
  answers?: Record<string, string>;
}) {
  const commands: string[] = [];
  const made = new Set(has.made ? ["d1", "r2", "queues", "secret"] : []);
  const database = new DatabaseSync(":memory:");
  for (const path of globSync(`${migrations}/*.sql`).sort()) {
    database.exec(readFileSync(path, "utf8"));
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
      // Whole or not at all, as D1 takes a file.
      database.exec(`BEGIN;${readFileSync(readOption(args, "--file"), "utf8")}COMMIT`);
      return ok("[]");
    }
    const results = database.prepare(readOption(args, "--command")).all();
    return ok(`${JSON.stringify([{ results, success: true, meta: {} }], null, 2)}\n`);
  }

  const wrangler: Wrangler = async (args) => {
    const command = args.join(" ");
    commands.push(command);
    const answer = Object.entries(has.answers ?? {}).find(([start]) => command.startsWith(start));
    if (answer) return bad(answer[1]);
    const [kind = ""] = args;
    if (kind === "whoami") return has.signedIn === false ? bad("not authenticated") : ok();
    if (command.startsWith("d1 list"))
      return ok(made.has("d1") ? '[{"name":"helioport","uuid":"uuid-1"}]' : "[]");
    if (command.startsWith("d1 migrations")) return ok();
    if (command.startsWith("d1 execute")) return execute(args);
    if (command.startsWith("secret list"))
      return made.has("secret")
        ? ok('[{"name":"HELIOPORT_SECRET","type":"secret_text"}]')
        : bad("This Worker does not exist on your account. [code: 10007]");
    if (args.includes("info")) return made.has(kind) ? ok() : bad("not found");
    if (args.includes("create")) made.add(kind === "queues" ? command : kind);
    if (args.includes("--secrets-file")) {
      const path = readOption(args, "--secrets-file");
      uploaded = { text: readFileSync(path, "utf8"), mode: statSync(path).mode, path };
    }
    return ok("Deployed\n  https://helioport.someone.workers.dev\n");
  };
  return {
    wrangler,
    commands,
    database,
    uploaded: () => uploaded,
    /** The configuration that a query was made with, and the directory that held it. */
    queriedWith: () => config && { ...JSON.parse(config.text), directory: dirname(config.path) },
  };
}
