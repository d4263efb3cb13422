import { existsSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import type { BuiltConfig } from "./built-config.ts";
import { deployToAccount } from "./deploy-to-account.ts";
import type { Wrangler } from "./wrangler.ts";

const config: BuiltConfig = {
  name: "helioport",
  d1_databases: [{ database_name: "helioport", database_id: "0" }],
  r2_buckets: [{ bucket_name: "files" }],
  queues: { producers: [{ queue: "events" }] },
  secrets: { required: ["HELIOPORT_SECRET"] },
};

/** An account as wrangler shows it: each command is answered, and what is missing gets made. */
function makeAccount(has: {
  signedIn?: boolean;
  made?: boolean;
  answers?: Record<string, string>;
}) {
  const commands: string[] = [];
  const made = new Set(has.made ? ["d1", "r2", "queues", "secret"] : []);
  let uploaded: { text: string; mode: number } | undefined;
  const ok = (output = "") => ({ code: 0, output });
  const bad = (output: string) => ({ code: 1, output: `✘ [ERROR] ${output}\n` });
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
    if (command.startsWith("secret list"))
      return made.has("secret")
        ? ok('[{"name":"HELIOPORT_SECRET","type":"secret_text"}]')
        : bad("This Worker does not exist on your account. [code: 10007]");
    if (args.includes("info")) return made.has(kind) ? ok() : bad("not found");
    if (args.includes("create")) made.add(kind);
    const secrets = args[args.indexOf("--secrets-file") + 1];
    if (args.includes("--secrets-file") && secrets) {
      uploaded = { text: readFileSync(secrets, "utf8"), mode: statSync(secrets).mode };
    }
    return ok("Deployed\n  https://helioport.someone.workers.dev\n");
  };
  return { wrangler, commands, uploaded: () => uploaded };
}

async function deploy(wrangler: Wrangler) {
  const removed: string[] = [];
  const address = await deployToAccount({
    wrangler,
    config,
    showStep: (_, work) => work(),
    writeConfig: (_, databaseId) => `config-for-${databaseId}.json`,
    removeFile: (path) => removed.push(path),
  });
  return { address, removed };
}

test("an empty account gets a database, a bucket, a queue and a secret", async () => {
  const account = makeAccount({});
  const { address, removed } = await deploy(account.wrangler);
  expect(address).toBe("https://helioport.someone.workers.dev");
  expect(account.commands.filter((command) => command.includes(" create "))).toEqual([
    "d1 create helioport",
    "r2 bucket create files",
    "queues create events",
  ]);
  expect(account.commands).toContain(
    "d1 migrations apply DB --remote --config config-for-uuid-1.json",
  );
  const secret = JSON.parse(account.uploaded()?.text ?? "{}").HELIOPORT_SECRET;
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect((account.uploaded()?.mode ?? 0o777) & 0o077).toBe(0);
  expect(removed).toHaveLength(1);
  expect(existsSync(removed[0] ?? "")).toBe(true);
});

test("a second deployment makes nothing and keeps the secret", async () => {
  const account = makeAccount({ made: true });
  await deploy(account.wrangler);
  expect(account.commands.filter((command) => command.includes(" create "))).toEqual([]);
  expect(account.commands.at(-1)).toBe("deploy --config config-for-uuid-1.json");
});

test("a list of secrets that cannot be read never leads to a new secret", async () => {
  const account = makeAccount({ made: true, answers: { "secret list": "A request failed" } });
  await expect(deploy(account.wrangler)).rejects.toThrow(
    "wrangler secret list failed: A request failed",
  );
  expect(account.commands.some((command) => command.startsWith("deploy"))).toBe(false);
});

test.each([
  [{ signedIn: false }, "Not signed in to Cloudflare: run `npx wrangler login`"],
  [{ answers: { "d1 create": "quota reached" } }, "wrangler d1 create helioport failed: quota"],
  [{ answers: { "d1 migrations": "bad SQL" } }, "wrangler d1 migrations apply failed: bad SQL"],
  [{ answers: { "r2 bucket create": "R2 is off" } }, "wrangler r2 bucket create failed: R2 is off"],
  [{ answers: { deploy: "too big" } }, "failed: too big"],
])("a failure is told in one line: %j", async (account, line) => {
  await expect(deploy(makeAccount(account).wrangler)).rejects.toThrow(line);
});
