import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { OPERATOR_SETTINGS, readOperator } from "#domain/operator.ts";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project-root.ts";

const directory = join(projectRoot, "build", "server");
export const builtConfigPath = join(directory, "wrangler.json");

const settings = z.looseObject({
  PORTAL_ORIGIN: z.string(),
  MAIL_FROM: z.string(),
  SECURITY_CONTACT: z.string(),
  DATA_JURISDICTION: z.string(),
  OPERATOR_NAME: z.string(),
  OPERATOR_ADDRESS: z.string(),
  OPERATOR_EMAIL: z.string(),
  PRIVACY_URL: z.string(),
});
/** Settings that differ between deployments and therefore keep their values until they are set again. */
const SETTINGS = [
  "PORTAL_ORIGIN",
  "MAIL_FROM",
  "SECURITY_CONTACT",
  "DATA_JURISDICTION",
  ...OPERATOR_SETTINGS,
] as const;

const builtConfig = z.looseObject({
  name: z.string(),
  workers_dev: z.boolean(),
  routes: z.array(z.unknown()).optional(),
  d1_databases: z.tuple([z.looseObject({ database_name: z.string(), database_id: z.string() })]),
  r2_buckets: z.array(z.looseObject({ bucket_name: z.string() })),
  queues: z.looseObject({
    producers: z.array(z.looseObject({ queue: z.string() })),
    consumers: z.array(
      z.looseObject({ queue: z.string(), dead_letter_queue: z.string().optional() }),
    ),
  }),
  ratelimits: z.array(z.looseObject({ namespace_id: z.string() })).optional(),
  secrets: z.object({ required: z.array(z.string()) }),
  vars: settings,
});
export type BuiltConfig = z.infer<typeof builtConfig>;

type Given = Readonly<Record<string, string | undefined>>;

/** Reads the configuration that the build wrote beside the Worker. Its source is wrangler.toml. */
export function readBuiltConfig(): BuiltConfig {
  const parsed = builtConfig.safeParse(JSON.parse(readFileSync(builtConfigPath, "utf8")));
  if (parsed.success) return parsed.data;
  throw new Failure(`wrangler.toml is incomplete: ${z.prettifyError(parsed.error)}`);
}

/**
 * Renames all resources of a deployment, so that several deployments can share an account: Worker, database, bucket,
 * queues, and the counters of rate limits, which belong to the account and not to the Worker.
 */
export function renameInstallation(config: BuiltConfig, name: string | undefined): BuiltConfig {
  if (name === undefined || name === config.name) return config;
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(name))
    throw new Failure(
      "HELIOPORT_NAME is not 2 to 40 of a-z, 0-9 and hyphen, beginning with a letter.",
    );
  const rename = (text: string) => {
    const isOwn = text === config.name || text.startsWith(`${config.name}-`);
    return isOwn ? name + text.slice(config.name.length) : text;
  };
  const [database] = config.d1_databases;
  return {
    ...config,
    name,
    d1_databases: [{ ...database, database_name: rename(database.database_name) }],
    r2_buckets: config.r2_buckets.map((bucket) => ({
      ...bucket,
      bucket_name: rename(bucket.bucket_name),
    })),
    queues: {
      ...config.queues,
      producers: config.queues.producers.map((one) => ({ ...one, queue: rename(one.queue) })),
      consumers: config.queues.consumers.map(({ dead_letter_queue: dead, ...one }) => ({
        ...one,
        queue: rename(one.queue),
        ...(dead !== undefined && { dead_letter_queue: rename(dead) }),
      })),
    },
    ...(config.ratelimits && {
      ratelimits: config.ratelimits.map((limit) => ({
        ...limit,
        namespace_id: String(crc32(`${name} ${limit.namespace_id}`)),
      })),
    }),
  };
}

/**
 * Fills in the settings of a deployment. A value in the environment of the command has priority, then a value in
 * wrangler.toml that is not its placeholder, then the value of the deployed Worker.
 * @param deployed settings of the deployed Worker; null before the first deployment
 * @throws Failure if the settings are invalid, or would change a value that must not change
 */
export function withSettings(
  config: BuiltConfig,
  given: Given,
  deployed: Given | null = null,
): BuiltConfig {
  const vars = { ...config.vars };
  for (const name of SETTINGS) {
    const built = config.vars[name];
    const kept = isPlaceholder(built) ? deployed?.[name] : undefined;
    vars[name] = given[name] ?? kept ?? built;
  }
  checkOrigin(vars.PORTAL_ORIGIN);
  checkJurisdiction(vars.DATA_JURISDICTION, deployed);
  checkOperator(vars);
  return {
    ...config,
    // The workers.dev address would be a second place to sign in, without the protection of the operator's own domain.
    workers_dev: new URL(vars.PORTAL_ORIGIN).hostname.endsWith(".workers.dev"),
    r2_buckets: config.r2_buckets.map((bucket) =>
      vars.DATA_JURISDICTION === "" ? bucket : { ...bucket, jurisdiction: vars.DATA_JURISDICTION },
    ),
    vars,
  };
}

function isPlaceholder(value: string): boolean {
  return value === "" || isLocal(value);
}

function isLocal(address: string): boolean {
  return (
    URL.canParse(address) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(address).hostname)
  );
}

function checkOrigin(origin: string): void {
  const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
  if (isOrigin && new URL(origin).protocol === "https:" && !isLocal(origin)) return;
  throw new Failure(
    `PORTAL_ORIGIN is ${origin}, and has to be the address where the portal will be reached, such as PORTAL_ORIGIN=https://portal.example.com or https://helioport.<your subdomain>.workers.dev.`,
  );
}

const JURISDICTIONS = ["", "eu", "us", "fedramp"];

function checkJurisdiction(wanted: string, deployed: Given | null): void {
  if (!JURISDICTIONS.includes(wanted))
    throw new Failure(`DATA_JURISDICTION is none of eu, us and fedramp: ${wanted}`);
  if (deployed === null) return;
  const there = deployed.DATA_JURISDICTION ?? "";
  if (there === wanted) return;
  throw new Failure(
    `DATA_JURISDICTION is "${there}" in this deployment and cannot be changed: every site would lose its data.`,
  );
}

function checkOperator(vars: BuiltConfig["vars"]): void {
  try {
    readOperator(vars);
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error));
  }
}

/** Settings without which the law of many countries does not allow a public portal. */
const LEGAL_DETAILS = ["OPERATOR_NAME", "OPERATOR_ADDRESS", "OPERATOR_EMAIL"] as const;

/** Lists the settings that a deployment lacks, one line each. */
export function findMissingSettings({ vars, workers_dev, routes }: BuiltConfig): string[] {
  const host = new URL(vars.PORTAL_ORIGIN).hostname;
  const unnamed = LEGAL_DETAILS.filter((name) => vars[name] === "");
  return [
    ...(workers_dev || routes !== undefined
      ? []
      : [
          `${host} has to lead to the Worker: npm run deploy -- --connect-domain, or the dashboard.`,
        ]),
    ...(vars.MAIL_FROM === "" ? ["E-mails wait until MAIL_FROM is set."] : []),
    ...(unnamed.length === 0
      ? []
      : [`Terms, privacy notice and e-mails lack ${unnamed.join(", ")} of the operator.`]),
  ];
}

/** Connects the host of PORTAL_ORIGIN, which must be in a zone of the account, to the Worker. */
export function connectDomain(config: BuiltConfig): BuiltConfig {
  const pattern = new URL(config.vars.PORTAL_ORIGIN).hostname;
  if (config.workers_dev)
    throw new Failure("--connect-domain needs a domain of your own as PORTAL_ORIGIN.");
  return { ...config, routes: [...(config.routes ?? []), { pattern, custom_domain: true }] };
}

/** Writes the configuration for one account and returns its path. */
export function writeAccountConfig(config: BuiltConfig, databaseId: string): string {
  const [database] = config.d1_databases;
  const path = join(directory, "wrangler.account.json");
  const databases = [{ ...database, database_id: databaseId }];
  writeFileSync(path, JSON.stringify({ ...config, d1_databases: databases }));
  return path;
}
