import { existsSync } from "node:fs";
import { runQuietly } from "../run-quietly.ts";

/** Installs Debian's or Ubuntu's Chromium, where this user may. */
export async function installDistributionBrowser(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runQuietly("apt-get", ["update", "-qq"], { env });
  const install = ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu"];
  await runQuietly("apt-get", install, { env });
  return existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined;
}
