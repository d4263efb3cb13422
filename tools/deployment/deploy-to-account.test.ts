import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MIGRATIONS, scriptAccount } from "../../tests/support/scripted-account.ts";
import { type BuiltConfig, renameInstallation, withSettings } from "./built-config.ts";
import { deployToAccount } from "./deploy-to-account.ts";
import type { Wrangler } from "./wrangler.ts";

const built: BuiltConfig = {
  name: "helioport",
  workers_dev: true,
  d1_databases: [{ database_name: "helioport", database_id: "0" }],
  r2_buckets: [{ bucket_name: "helioport-files" }],
  queues: {
    producers: [{ queue: "helioport-events" }],
    consumers: [
      { queue: "helioport-events", dead_letter_queue: "helioport-dead" },
      { queue: "helioport-dead" },
    ],
  },
  secrets: { required: ["HELIOPORT_SECRET"] },
  vars: {
    PORTAL_ORIGIN: "http://localhost:8787",
    MAIL_FROM: "",
    SECURITY_CONTACT: "",
    DATA_JURISDICTION: "",
    OPERATOR_NAME: "",
    OPERATOR_ADDRESS: "",
    OPERATOR_EMAIL: "",
    PRIVACY_URL: "",
  },
};
const FIRST = { PORTAL_ORIGIN: "https://portal.example" };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "helioport-deploy-test-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function deploy(
  wrangler: Wrangler,
  given: Record<string, string> = {},
  { config = built, location }: { config?: BuiltConfig; location?: string } = {},
) {
  return deployToAccount({
    wrangler,
    name: config.name,
    settle: (deployed) => withSettings(config, given, deployed),
    location,
    migrations: MIGRATIONS,
    showStep: (_, work) => work(),
    writeConfig: (settled, databaseId) => {
      const path = join(directory, `config-for-${databaseId}.json`);
      writeFileSync(path, JSON.stringify(settled));
      return path;
    },
  });
}

const creations = (commands: readonly string[]) =>
  commands.filter((command) => command.includes(" create "));
const migrationNames = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith(".sql"))
  .sort();

test("an empty account gets a database, a bucket, its queues and a secret", async () => {
  const account = scriptAccount({});
  const { address } = await deploy(account.wrangler, FIRST);
  expect(address).toBe("https://helioport.someone.workers.dev");
  expect(creations(account.commands)).toEqual([
    "d1 create helioport",
    "r2 bucket create helioport-files",
    "queues create helioport-events",
    "queues create helioport-dead",
  ]);
  const secret = JSON.parse(account.uploaded()?.text ?? "{}").HELIOPORT_SECRET;
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect((account.uploaded()?.mode ?? 0o777) & 0o077).toBe(0);
  expect(existsSync(dirname(account.uploaded()?.path ?? "/"))).toBe(false);
});

test("an empty database gets all migrations, those with triggers of several lines too", async () => {
  const account = scriptAccount({});
  await deploy(account.wrangler, FIRST);
  const recorded = account.database.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
  expect(recorded.map(({ name }) => name)).toEqual(migrationNames);
  const whole = scriptAccount({ made: true });
  const schema =
    "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '%d1_migrations%' ORDER BY name";
  expect(account.database.prepare(schema).all()).toEqual(whole.database.prepare(schema).all());
});

test("the other way of applying migrations fails at the first trigger of several lines", async () => {
  const account = scriptAccount({});
  const { code, output } = await account.wrangler(["d1", "migrations", "apply", "DB", "--remote"]);
  expect(code).toBe(1);
  expect(output).toContain("incomplete input: SQLITE_ERROR [code: 7500]");
});

test("a migration that fails leaves nothing, and the next deployment goes on with it", async () => {
  let broken = true;
  const account = scriptAccount({
    importing(name, take) {
      if (name.startsWith("0009") && broken) throw new Error("D1 reset before execute completed");
      take();
    },
  });
  await expect(deploy(account.wrangler, FIRST)).rejects.toThrow(
    /^Migration 0009_list_index\.sql failed: .*D1 reset before execute completed/,
  );
  expect(account.commands.some((command) => command.startsWith("deploy --"))).toBe(false);
  broken = false;
  await deploy(account.wrangler, FIRST);
  const recorded = account.database.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
  expect(recorded.map(({ name }) => name)).toEqual(migrationNames);
});

test("a migration that D1 completed although wrangler was cut off is not applied again", async () => {
  const account = scriptAccount({
    importing(name, take) {
      take();
      if (name.startsWith("0009")) throw new Error("The connection was lost");
    },
  });
  await deploy(account.wrangler, FIRST);
  const recorded = account.database.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
  expect(recorded.map(({ name }) => name)).toEqual(migrationNames);
});

test("a second deployment makes nothing, migrates nothing and keeps the secret", async () => {
  const account = scriptAccount({ made: true });
  await deploy(account.wrangler);
  expect(creations(account.commands)).toEqual([]);
  expect(account.commands.filter((command) => command.includes("--file"))).toEqual([]);
  expect(account.commands.at(-1)).toMatch(/^deploy --config \S+config-for-uuid-1\.json$/);
});

test("settings survive a later deployment that does not name them", async () => {
  const account = scriptAccount({});
  const settings = {
    ...FIRST,
    MAIL_FROM: "Sun <a@portal.example>",
    SECURITY_CONTACT: "mailto:s@portal.example",
    OPERATOR_NAME: "Sun GmbH",
    OPERATOR_ADDRESS: "Sun Street 1, 12345 Berlin",
    OPERATOR_EMAIL: "help@portal.example",
    PRIVACY_URL: "https://portal.example/privacy-notice",
  };
  await deploy(account.wrangler, settings);
  await deploy(account.wrangler);
  expect(account.deployed()).toEqual({ ...settings, DATA_JURISDICTION: "" });
  await deploy(account.wrangler, { MAIL_FROM: "" });
  expect(account.deployed()).toEqual({ ...settings, MAIL_FROM: "", DATA_JURISDICTION: "" });
});

test.each([
  ["nothing names the portal's address", {}],
  ["it is this machine's", { PORTAL_ORIGIN: "http://localhost:8787" }],
  ["it has a path", { PORTAL_ORIGIN: "https://portal.example/app" }],
  ["it is not encrypted", { PORTAL_ORIGIN: "http://portal.example" }],
])("a deployment is refused before anything is made where %s", async (_, given) => {
  const account = scriptAccount({});
  await expect(deploy(account.wrangler, given)).rejects.toThrow(/^PORTAL_ORIGIN is /);
  expect(account.commands).toEqual(["whoami --json", "deployments status --name helioport --json"]);
});

test("settings that cannot be read are never replaced by defaults", async () => {
  const account = scriptAccount({ made: true, answers: { "versions view": "A request failed" } });
  await expect(deploy(account.wrangler, FIRST)).rejects.toThrow("A request failed");
  expect(account.commands.some((command) => command.startsWith("deploy --"))).toBe(false);
});

test("a location is passed to resources that have one, and a jurisdiction to all", async () => {
  const near = scriptAccount({});
  await deploy(near.wrangler, FIRST, { location: "weur" });
  expect(creations(near.commands)).toEqual([
    "d1 create helioport --location weur",
    "r2 bucket create helioport-files --location weur",
    "queues create helioport-events",
    "queues create helioport-dead",
  ]);
  const european = scriptAccount({});
  await deploy(european.wrangler, { ...FIRST, DATA_JURISDICTION: "eu" }, { location: "weur" });
  expect(creations(european.commands)).toEqual([
    "d1 create helioport --jurisdiction eu",
    "r2 bucket create helioport-files --jurisdiction eu",
    "queues create helioport-events --jurisdiction eu",
    "queues create helioport-dead --jurisdiction eu",
  ]);
  expect(european.commands).toContain("r2 bucket info helioport-files --jurisdiction eu");
  expect(european.queriedWith().r2_buckets).toEqual([
    { bucket_name: "helioport-files", jurisdiction: "eu" },
  ]);
});

test("the jurisdiction of an installation cannot be changed, since its objects would be others", async () => {
  const account = scriptAccount({ made: true });
  const given = { DATA_JURISDICTION: "eu" };
  await expect(deploy(account.wrangler, given)).rejects.toThrow(/cannot be changed/);
  const european = scriptAccount({ made: true, vars: { DATA_JURISDICTION: "eu" } });
  await deploy(european.wrangler);
  expect(european.deployed()).toMatchObject({ DATA_JURISDICTION: "eu" });
  const away = { DATA_JURISDICTION: "" };
  await expect(deploy(european.wrangler, away)).rejects.toThrow(/cannot be changed/);
});

test("a second installation in the same account shares nothing with the first one", async () => {
  const limited = { ...built, ratelimits: [{ name: "LOGINS", namespace_id: "1003" }] };
  const staging = renameInstallation(limited, "helioport-staging");
  const account = scriptAccount({});
  await deploy(renameDatabase(account.wrangler), FIRST, { config: staging });
  expect(creations(account.commands)).toEqual([
    "d1 create helioport-staging",
    "r2 bucket create helioport-staging-files",
    "queues create helioport-staging-events",
    "queues create helioport-staging-dead",
  ]);
  expect(account.commands).toContain("secret list --name helioport-staging");
  const [limit] = account.queriedWith().ratelimits;
  expect(limit.namespace_id).toMatch(/^\d+$/);
  expect(limit.namespace_id).not.toBe("1003");
});

/** Gives the only database of the scripted account another name. */
function renameDatabase(wrangler: Wrangler): Wrangler {
  return async (args) => {
    const answer = await wrangler(args);
    const output = answer.output.replace('"name":"helioport"', '"name":"helioport-staging"');
    return { ...answer, output };
  };
}

test("a list of secrets that cannot be read never leads to a new secret", async () => {
  const account = scriptAccount({ made: true, answers: { "secret list": "A request failed" } });
  await expect(deploy(account.wrangler)).rejects.toThrow(
    "wrangler secret list failed: A request failed",
  );
  expect(account.commands.some((command) => command.startsWith("deploy --"))).toBe(false);
});

test.each([
  [{ signedIn: false }, "Not signed in to Cloudflare: run `npx wrangler login`"],
  [{ answers: { "d1 create": "quota reached" } }, "wrangler d1 create helioport failed: quota"],
  [{ answers: { "d1 execute": "no rights" } }, "wrangler d1 execute DB failed: no rights"],
  [{ answers: { "r2 bucket create": "R2 is off" } }, "wrangler r2 bucket create failed: R2 is off"],
  [{ answers: { "deploy --": "too big" } }, "failed: too big"],
])("a failure is reported in one line: %j", async (account, line) => {
  await expect(deploy(scriptAccount(account).wrangler, FIRST)).rejects.toThrow(line);
});
