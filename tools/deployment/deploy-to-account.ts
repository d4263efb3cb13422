import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { Failure } from "../failure.ts";
import type { ShowStep } from "../progress.ts";
import { checkSignIn, expectSuccess, findDatabase, parseJson } from "./account.ts";
import type { BuiltConfig } from "./built-config.ts";
import { findReason, type Wrangler } from "./wrangler.ts";

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
}): Promise<string | undefined> {
  const { wrangler, config, showStep, writeConfig } = options;
  await showStep("Checking the sign-in", () => checkSignIn(wrangler));
  const configPath = await showStep("Database, files and queues", async () => {
    const databaseId = await findOrCreateDatabase(wrangler, config.d1_databases[0].database_name);
    for (const { bucket_name } of config.r2_buckets) {
      await createIfMissing(wrangler, ["r2", "bucket"], bucket_name);
    }
    for (const queue of listQueues(config)) await createIfMissing(wrangler, ["queues"], queue);
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
    if (secrets) rmSync(dirname(secrets), { recursive: true, force: true });
  }
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

/** Those that the Worker writes to, reads from, or leaves what cannot be read in. */
function listQueues({ queues }: BuiltConfig): Set<string> {
  return new Set([
    ...queues.producers.map(({ queue }) => queue),
    ...queues.consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
  ]);
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
