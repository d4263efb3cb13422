import { type ParseArgsConfig, parseArgs } from "node:util";
import { type FirmwareKeys, readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { UsageError } from "./fleet-file.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { findScenario, SCENARIOS } from "./scenarios/scenario-table.ts";

/**
 * Parses a number between two inclusive bounds.
 * @param name name of the option, for the error
 * @throws {UsageError}
 */
export function readNumber(
  name: string,
  text: string,
  min: number,
  max: number,
  isWhole: boolean,
): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? "a whole number" : "a number";
  throw new UsageError(`${name} is ${kind} from ${min} to ${max}, not "${text}".`);
}

/** Parses the seed of the simulation; 1 if omitted. @throws {UsageError} */
export function readSeed(text = "1"): number {
  return readNumber("--seed", text, 0, 2 ** 31, true);
}

/** Parses the URL of the portal; that of the local platform if omitted. @throws {UsageError} */
export function readUrl(text = "http://localhost:8787"): string {
  const url = URL.parse(text);
  if (url !== null && /^(http|ws)s?:$/.test(url.protocol)) return url.href;
  throw new UsageError(`--url is an address such as http://localhost:8787, not "${text}".`);
}

/** Parses `cloudy,flapping-link`. @throws {UsageError} */
export function readScenarios(text: string): Scenario[] {
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  return [...new Set(names)]
    .filter((name) => name !== "")
    .map((name) => {
      const scenario = findScenario(name);
      if (scenario !== null) return scenario;
      const known = SCENARIOS.map((one) => one.name).join(", ");
      throw new UsageError(`There is no scenario "${name}"; there are ${known}.`);
    });
}

/** Options of every command of the simulator. */
const EVERYWHERE = {
  url: { type: "string" },
  seed: { type: "string" },
  scenario: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Parses a command line with the common options and more. @throws {UsageError} for unknown arguments */
export function parseArguments<More extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  more: More,
) {
  try {
    const options = { ...EVERYWHERE, ...more };
    return parseArgs({ args: [...args], strict: true, allowPositionals: false, options }).values;
  } catch (error) {
    const [line = ""] = (error as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${line}. See npm run simulate -- --help.`);
  }
}

/** Parses public keys for firmware. @throws {UsageError} */
export function readKeys(text: string): FirmwareKeys {
  try {
    return readFirmwareKeys(text);
  } catch {
    throw new UsageError("--firmware-keys has a word that is no public key.");
  }
}
