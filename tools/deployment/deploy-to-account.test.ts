import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { scriptAccount } from "../../tests/support/scripted-account.ts";
import type { BuiltConfig } from "./built-config.ts";
import { deployToAccount } from "./deploy-to-account.ts";
import type { Wrangler } from "./wrangler.ts";

const config: BuiltConfig = {
  name: "helioport",
  d1_databases: [{ database_name: "helioport", database_id: "0" }],
  r2_buckets: [{ bucket_name: "files" }],
  queues: {
    producers: [{ queue: "events" }],
    consumers: [{ queue: "events", dead_letter_queue: "dead-events" }],
  },
  secrets: { required: ["HELIOPORT_SECRET"] },
  vars: { PORTAL_ORIGIN: "https://portal.example", MAIL_FROM: "" },
};

function deploy(wrangler: Wrangler) {
  return deployToAccount({
    wrangler,
    config,
    showStep: (_, work) => work(),
    writeConfig: (_, databaseId) => `config-for-${databaseId}.json`,
  });
}

test("an empty account gets a database, a bucket, its queues and a secret", async () => {
  const account = scriptAccount({});
  expect(await deploy(account.wrangler)).toBe("https://helioport.someone.workers.dev");
  expect(account.commands.filter((command) => command.includes(" create "))).toEqual([
    "d1 create helioport",
    "r2 bucket create files",
    "queues create events",
    "queues create dead-events",
  ]);
  expect(account.commands).toContain(
    "d1 migrations apply DB --remote --config config-for-uuid-1.json",
  );
  const secret = JSON.parse(account.uploaded()?.text ?? "{}").HELIOPORT_SECRET;
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect((account.uploaded()?.mode ?? 0o777) & 0o077).toBe(0);
  expect(existsSync(dirname(account.uploaded()?.path ?? "/"))).toBe(false);
});

test("a second deployment makes nothing and keeps the secret", async () => {
  const account = scriptAccount({ made: true });
  await deploy(account.wrangler);
  expect(account.commands.filter((command) => command.includes(" create "))).toEqual([]);
  expect(account.commands.at(-1)).toBe("deploy --config config-for-uuid-1.json");
});

test("a list of secrets that cannot be read never leads to a new secret", async () => {
  const account = scriptAccount({ made: true, answers: { "secret list": "A request failed" } });
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
  await expect(deploy(scriptAccount(account).wrangler)).rejects.toThrow(line);
});
