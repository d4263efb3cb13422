import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { projectRoot } from "#tools/project-root.ts";

/** The date and flags of the platform that the product runs with, for its floors. */
export function readPlatformSettings(): { date: string; flags: string[] } {
  const config = unstable_readConfig({ config: join(projectRoot, "wrangler.toml") });
  const { compatibility_date: date, compatibility_flags: flags } = config;
  if (date === undefined) throw new Error("wrangler.toml has no compatibility_date");
  return { date, flags };
}
