import type { FirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { UsageError } from "./fleet-file.ts";
import {
  parseArguments,
  readKeys,
  readNumber,
  readScenarios,
  readSeed,
  readUrl,
} from "./option-values.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { describeScenarios, SCENARIOS } from "./scenarios/scenario-table.ts";
import { parseScript, type ScriptStep } from "./script.ts";

export type Options = {
  url: string;
  fleet: string;
  /** Number of spare sites; null if demo sites or named ones run. */
  sites: number | null;
  serials: string[];
  speed: number;
  seed: number;
  /** Directory of the state that outlives the process; null keeps it in memory. */
  state: string | null | undefined;
  script: ScriptStep[];
  scenarios: Scenario[];
  waitScale: number;
  /** Public keys for firmware, as in `FIRMWARE_KEYS` of the portal; without one no logger is updated. */
  firmwareKeys: FirmwareKeys;
  /** Whether loggers send the data recorded before their first connection. */
  past: boolean;
};

export const HELP = `npm run simulate -- [options]
npm run simulate -- link [options]    only a faulty line, for any logger (link --help)

  --sites N         N of the spare sites SIM-00001 …, instead of the demo sites
  --serial S        the site with this serial number; may be given several times
  --url URL         the portal                          (http://localhost:8787)
  --fleet FILE      credentials and plants              (.helioport/fleet.json)
  --speed N         begin 24 h ago and run N times as fast until now        (1)
  --seed N          another weather, other households                       (1)
  --scenario NAMES  what happens at all of them, such as cloudy,flapping-link
  --script STEPS    such as freeze@30s,thaw@60s         (docs/simulator.md)
  --past            send what was recorded before the first connection
  --state DIR|none  where loggers keep what outlives them (beside the fleet file)
  --firmware-keys K public keys for firmware, as FIRMWARE_KEYS has them; with one, loggers are updated
  --wait-scale N    factor on the waits before reconnecting                 (1)
  --help            this text

While it runs, lines such as "freeze DEMO-PT-01" on its standard input do the same as a script,
and "scenario grid-outage DEMO-PT-01", "end grid-outage DEMO-PT-01" begin and end a scenario:

${describeScenarios(SCENARIOS)}`;

/** Parses the command line. @throws {UsageError} with one line */
export function readOptions(args: readonly string[]): Options | "help" {
  const values = parseArguments(args, {
    sites: { type: "string" },
    serial: { type: "string", multiple: true },
    fleet: { type: "string" },
    speed: { type: "string" },
    script: { type: "string" },
    state: { type: "string" },
    past: { type: "boolean" },
    "firmware-keys": { type: "string" },
    "wait-scale": { type: "string" },
  });
  if (values.help === true) return "help";
  const sites =
    values.sites === undefined ? null : readNumber("--sites", values.sites, 1, 10_000, true);
  const serials = (values.serial ?? []).map((serial) => serial.trim().toUpperCase());
  if (sites !== null && serials.length > 0)
    throw new UsageError("--sites and --serial cannot be used together.");
  return {
    url: readUrl(values.url),
    fleet: values.fleet ?? ".helioport/fleet.json",
    sites,
    serials,
    speed: readNumber("--speed", values.speed ?? "1", 1, 3_600, false),
    seed: readSeed(values.seed),
    state: values.state === "none" ? null : values.state,
    script: parseScript(values.script ?? ""),
    scenarios: readScenarios(values.scenario ?? ""),
    firmwareKeys: readKeys(values["firmware-keys"] ?? ""),
    past: values.past === true,
    waitScale: readNumber("--wait-scale", values["wait-scale"] ?? "1", 0, 100, false),
  };
}
