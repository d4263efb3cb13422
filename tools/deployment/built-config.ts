import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project-root.ts";

const directory = join(projectRoot, "build", "server");
export const builtConfigPath = join(directory, "wrangler.json");

const builtConfig = z.looseObject({
  name: z.string(),
  d1_databases: z.tuple([z.looseObject({ database_name: z.string(), database_id: z.string() })]),
  r2_buckets: z.array(z.object({ bucket_name: z.string() })),
  queues: z.object({
    producers: z.array(z.object({ queue: z.string() })),
    consumers: z.array(z.object({ queue: z.string(), dead_letter_queue: z.string() })),
  }),
  secrets: z.object({ required: z.array(z.string()) }),
  vars: z.looseObject({ PORTAL_ORIGIN: z.string(), MAIL_FROM: z.string() }),
});
export type BuiltConfig = z.infer<typeof builtConfig>;

/** The configuration that the build wrote beside the Worker; wrangler.toml is its source. */
export function readBuiltConfig(): BuiltConfig {
  const parsed = builtConfig.safeParse(JSON.parse(readFileSync(builtConfigPath, "utf8")));
  if (parsed.success) return parsed.data;
  throw new Failure(`wrangler.toml lacks something: ${z.prettifyError(parsed.error)}`);
}

/** What the environment of the command says takes the place of what wrangler.toml says. */
export function withSettings(
  config: BuiltConfig,
  given: Readonly<Record<string, string | undefined>>,
): BuiltConfig {
  const { PORTAL_ORIGIN, MAIL_FROM } = config.vars;
  const vars = {
    ...config.vars,
    PORTAL_ORIGIN: given.PORTAL_ORIGIN ?? PORTAL_ORIGIN,
    MAIL_FROM: given.MAIL_FROM ?? MAIL_FROM,
  };
  return { ...config, vars };
}

/** What an installation with these settings lacks, a line each. */
export function findMissingSettings({ vars }: BuiltConfig): string[] {
  const isLocal = new URL(vars.PORTAL_ORIGIN).hostname === "localhost";
  return [
    ...(isLocal ? ["Links in e-mails lead to localhost until PORTAL_ORIGIN is set."] : []),
    ...(vars.MAIL_FROM === "" ? ["E-mails wait until MAIL_FROM is set."] : []),
  ];
}

/** Writes the configuration for one account and returns its path. */
export function writeAccountConfig(config: BuiltConfig, databaseId: string): string {
  const [database] = config.d1_databases;
  const path = join(directory, "wrangler.account.json");
  const databases = [{ ...database, database_id: databaseId }];
  writeFileSync(path, JSON.stringify({ ...config, d1_databases: databases }));
  return path;
}
