import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { Failure } from "../failure.ts";
import type { ShowStep } from "../progress.ts";
import { checkSignIn, expectSuccess, findDatabase, isMissingWorker, parseJson } from "./account.ts";
import type { BuiltConfig } from "./built-config.ts";
import { readDeployedSettings } from "./deployed-settings.ts";
import { migrateRemote } from "./migrate-remote.ts";
import { findReason, type Wrangler } from "./wrangler.ts";

const secretList = z.array(z.object({ name: z.string() }));

export type DeployedSettings = Record<string, string> | null;

/**
 * Creates the resources that the account lacks, applies the missing migrations, then deploys. Every step can be
 * repeated, because existing resources are kept. Returns the address if wrangler names one.
 * @param settle fills in the settings, given those of the deployed Worker; if it throws, the deployment ends before any
 * change
 * @param location hint of D1 and R2 for the location of the database and the bucket, such as `weur`
 */
export async function deployToAccount(options: {
  wrangler: Wrangler;
  name: string;
  settle: (deployed: DeployedSettings) => BuiltConfig;
  location?: string | undefined;
  migrations: string;
  showStep: ShowStep;
  writeConfig: (config: BuiltConfig, databaseId: string) => string;
}): Promise<{ config: BuiltConfig; address: string | undefined }> {
  const { wrangler, name, settle, location, migrations, showStep, writeConfig } = options;
  await showStep("Checking the sign-in", () => checkSignIn(wrangler));
  const config = await showStep("Reading the settings of the deployment", async () =>
    settle(await readDeployedSettings(wrangler, name)),
  );
  const configPath = await showStep("Database, files and queues", async () => {
    const place = placeOf(config, location);
    const [{ database_name }] = config.d1_databases;
    const databaseId = await findOrCreateDatabase(wrangler, database_name, place.database);
    for (const { bucket_name } of config.r2_buckets) {
      await createIfMissing(wrangler, ["r2", "bucket"], bucket_name, place.bucket);
    }
    for (const queue of listQueues(config))
      await createIfMissing(wrangler, ["queues"], queue, place.queue);
    return writeConfig(config, databaseId);
  });
  await showStep("Migrating the database", () =>
    migrateRemote({ wrangler, configPath, directory: migrations }),
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
    return { config, address: /https:\/\/\S+/.exec(output)?.[0] };
  } finally {
    if (secrets) rmSync(dirname(secrets), { recursive: true, force: true });
  }
}

type Place = { create: string[]; find: string[] };

/**
 * Returns the options that determine the location of a resource. A jurisdiction is stricter than a location hint and
 * replaces it.
 */
function placeOf({ vars }: BuiltConfig, location: string | undefined) {
  const restricted = ["--jurisdiction", vars.DATA_JURISDICTION];
  const isRestricted = vars.DATA_JURISDICTION !== "";
  const near = location === undefined ? [] : ["--location", location];
  const database: Place = { create: isRestricted ? restricted : near, find: [] };
  // A bucket in a jurisdiction is only found with that jurisdiction.
  const bucket: Place = { ...database, find: isRestricted ? restricted : [] };
  const queue: Place = { create: isRestricted ? restricted : [], find: [] };
  return { database, bucket, queue };
}

async function findOrCreateDatabase(
  wrangler: Wrangler,
  name: string,
  place: Place,
): Promise<string> {
  const existing = await findDatabase(wrangler, name);
  if (existing) return existing;
  await expectSuccess(wrangler, ["d1", "create", name, ...place.create]);
  const created = await findDatabase(wrangler, name);
  if (created) return created;
  throw new Failure(
    `The database ${name} was created and is not in the account's list: try again.`,
  );
}

/** Lists the queues that the Worker writes to or consumes, with their dead-letter queues. */
function listQueues({ queues }: BuiltConfig): Set<string> {
  return new Set([
    ...queues.producers.map(({ queue }) => queue),
    ...queues.consumers.flatMap(({ queue, dead_letter_queue: dead }) => [
      queue,
      ...(dead ? [dead] : []),
    ]),
  ]);
}

async function createIfMissing(
  wrangler: Wrangler,
  kind: string[],
  name: string,
  place: Place,
): Promise<void> {
  const found = await wrangler([...kind, "info", name, ...place.find]);
  if (found.code !== 0) await expectSuccess(wrangler, [...kind, "create", name, ...place.create]);
}

/**
 * Writes the secrets that the deployed Worker lacks to a file for the upload. Returns its path; undefined if none is
 * missing.
 */
async function writeMissingSecrets(
  wrangler: Wrangler,
  config: BuiltConfig,
): Promise<string | undefined> {
  const { code, output } = await wrangler(["secret", "list", "--name", config.name]);
  // Before its first deployment the Worker does not exist and has no list of secrets. Any other failure must not be
  // mistaken for that, because a new secret would invalidate every key made with the old one.
  if (code !== 0 && !isMissingWorker(output)) {
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
