import { join } from "node:path";
import { type FirmwareKeys, readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { describeError, Failure } from "../failure.ts";
import { projectRoot } from "../project-root.ts";

/**
 * Reads the public keys from the environment of the command, else from wrangler.toml.
 * @throws Failure if there are none
 */
export async function readTrustedKeys(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<FirmwareKeys> {
  const text = environment.FIRMWARE_KEYS ?? (await readConfigured());
  try {
    const keys = readFirmwareKeys(text);
    if (keys.size > 0) return keys;
  } catch (error) {
    throw new Failure(`${describeError(error)}.`);
  }
  throw new Failure(
    "FIRMWARE_KEYS is empty: put the public key that `npm run firmware -- keygen` printed there.",
  );
}

async function readConfigured(): Promise<string> {
  const { unstable_readConfig } = await import("wrangler");
  const { vars } = unstable_readConfig({ config: join(projectRoot, "wrangler.toml") });
  return typeof vars.FIRMWARE_KEYS === "string" ? vars.FIRMWARE_KEYS : "";
}
