import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { serialNumber } from "#domain/loggers/serial-number.ts";
import { accountName } from "#domain/users/user.ts";
import { fleetFile } from "#simulator/fleet-file.ts";
import { describeError, Failure } from "../failure.ts";
import type { StateDirectory } from "../state-directory.ts";

const demoAccount = z.object({
  label: z.enum(["owner", "full", "monitor", "demo", "fleet"]),
  account: accountName,
  password: z.string(),
});
export type DemoAccount = z.infer<typeof demoAccount>;

/** Credentials for the users of a local platform, generated at random by its first start. */
export const demo = z.object({
  accounts: z.array(demoAccount),
  /** The site that waits for the user's own logger. */
  ownLogger: z.object({ site: z.string(), serial: serialNumber, secret: z.string() }),
  /** Serial numbers and check codes of the boxed loggers. */
  boxes: z.array(z.object({ serial: serialNumber, checkCode: z.string() })).default([]),
});
export type Demo = z.infer<typeof demo>;

/** Reads the credentials that the first start stored, and verifies that the simulator can read the fleet file. */
export function readDemo(state: StateDirectory): Demo {
  readJson(state.fleet, fleetFile);
  return readJson(state.demo, demo);
}

/** Replaces a JSON file atomically; only the user of the process may read it. */
export function writeJson(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

function readJson<T>(path: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const reason = readFailure(error);
    throw new Failure(`${path} ${reason}. \`npm run reset\` starts over with an empty state.`);
  }
}

function readFailure(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof z.ZodError) return "is damaged";
  return `cannot be read (${describeError(error)})`;
}
