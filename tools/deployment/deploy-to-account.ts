import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { Failure } from "../failure.ts";
import type { ShowStep } from "../progress.ts";
import type { BuiltConfig } from "./built-config.ts";
import { findReason, type Wrangler } from "./wrangler.ts";

const databaseList = z.array(z.object({ name: z.string(), uuid: z.string() }));
const secretList = z.array(z.object({ name: z.string() }));

/**
 * Makes what the account lacks, brings its database up to date, then deploys. Every step may be
 * repeated: what exists stays. Returns the address, where wrangler names one.
 */
export async function deployToAccount(options: {
  wrangler: Wrangler;
  config: BuiltConfig;
  showStep: ShowStep;
  writeConfig: (config: BuiltConfig, databaseId: string) => string;
  removeFile: (path: string) => void;
}): Promise<string | undefined> {
  const { wrangler, config, showStep, writeConfig, removeFile } = options;
  await showStep("Checking the sign-in", () => checkSignIn(wrangler));
  const configPath = await showStep("Database, files and queue", async () => {
    const databaseId = await findOrCreateDatabase(wrangler, config.d1_databases[0].database_name);
    for (const { bucket_name } of config.r2_buckets) {
      await createIfMissing(wrangler, ["r2", "bucket"], bucket_name);
    }
    for (const { queue } of config.queues.producers) {
      await createIfMissing(wrangler, ["queues"], queue);
    }
    return writeConfig(config, databaseId);
  });
  await showStep("Migrating the database", () =>
    expectSuccess(wrangler, [
      "d1",
      "migrations",
      "apply",
      "DB",
      "--remote",
      "--config",
      configPath,
    ]),
  );
  const secrets = await writeMissingSecrets(wrangler, config);
  try {
    const output = await showStep("Deploying", () =>
      expectSuccess(wrangler, [
        "deploy",
        "--config",
        configPath,
        ...(secrets ? ["--secrets-file", secrets] : []),
      ]),
    );
    return /https:\/\/\S+/.exec(output)?.[0];
  } finally {
    if (secrets) removeFile(secrets);
  }
}

async function checkSignIn(wrangler: Wrangler): Promise<void> {
  const { code } = await wrangler(["whoami", "--json"]);
  if (code === 0) return;
  throw new Failure(
    "Not signed in to Cloudflare: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.",
  );
}

async function findOrCreateDatabase(wrangler: Wrangler, name: string): Promise<string> {
  const existing = await findDatabase(wrangler, name);
  if (existing) return existing;
  await expectSuccess(wrangler, ["d1", "create", name]);
  const created = await findDatabase(wrangler, name);
  if (created) return created;
  throw new Failure(
    `The database ${name} was created and is not in the account's list: try again.`,
  );
}

async function findDatabase(wrangler: Wrangler, name: string): Promise<string | undefined> {
  const output = await expectSuccess(wrangler, ["d1", "list", "--json"]);
  return parseJson(output, databaseList).find((database) => database.name === name)?.uuid;
}

async function createIfMissing(wrangler: Wrangler, kind: string[], name: string): Promise<void> {
  const found = await wrangler([...kind, "info", name]);
  if (found.code !== 0) await expectSuccess(wrangler, [...kind, "create", name]);
}

/** A file with the secrets that the Worker does not have yet, to be uploaded with it, if any. */
async function writeMissingSecrets(
  wrangler: Wrangler,
  config: BuiltConfig,
): Promise<string | undefined> {
  const { code, output } = await wrangler(["secret", "list", "--name", config.name]);
  // Before its first deployment the Worker does not exist, and so has no list. Any other failure
  // must not be taken for that: a new secret would void every key made with the old one.
  if (code !== 0 && !/\b10007\b|does not exist/i.test(output)) {
    throw new Failure(`wrangler secret list failed: ${findReason(output)}`);
  }
  const present = code === 0 ? parseJson(output, secretList).map(({ name }) => name) : [];
  const missing = config.secrets.required.filter((name) => !present.includes(name));
  if (missing.length === 0) return undefined;
  const path = join(mkdtempSync(join(tmpdir(), "helioport-secrets-")), "secrets.json");
  const secrets = missing.map((name) => [name, randomBytes(32).toString("base64url")]);
  writeFileSync(path, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 });
  return path;
}

async function expectSuccess(wrangler: Wrangler, args: string[]): Promise<string> {
  const { code, output } = await wrangler(args);
  if (code === 0) return output;
  const command = args.filter((arg) => !arg.startsWith("-")).slice(0, 3);
  throw new Failure(`wrangler ${command.join(" ")} failed: ${findReason(output)}`);
}

/** Wrangler may say something before its JSON. */
function parseJson<T>(output: string, schema: z.ZodType<T>): T {
  const begin = output.search(/^[[{]/m);
  try {
    return schema.parse(JSON.parse(output.slice(begin, output.lastIndexOf("]") + 1)));
  } catch {
    throw new Failure(`wrangler answered something else than expected: ${findReason(output)}`);
  }
}
