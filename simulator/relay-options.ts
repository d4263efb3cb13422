import { UsageError } from "./fleet-file.ts";
import { parseArguments, readNumber, readScenarios, readSeed, readUrl } from "./option-values.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { describeScenarios, LINE_SCENARIOS } from "./scenarios/scenario-table.ts";

export type LineScenario = Scenario & Required<Pick<Scenario, "faults">>;
export type RelayOptions = { port: number; url: string; seed: number; scenarios: LineScenario[] };

export const RELAY_HELP = `npm run simulate -- link [options]

A faulty line in front of the portal: any logger that dials its port reaches the portal through it.

  --port N          where it listens, on this machine   (9787)
  --url URL         the portal                          (http://localhost:8787)
  --scenario NAMES  what happens to it                  (flapping-link)
  --seed N          other faults                        (1)
  --help            this text

While it runs, lines such as "scenario half-open" and "end half-open" on its standard input begin and end a scenario.
It passes bytes, so that nothing can come twice or out of order:

${describeScenarios(LINE_SCENARIOS)}`;

/** Parses the command line after `link`. @throws {UsageError} with one line */
export function readRelayOptions(args: readonly string[]): RelayOptions | "help" {
  const values = parseArguments(args, { port: { type: "string" } });
  if (values.help === true) return "help";
  return {
    port: readNumber("--port", values.port ?? "9787", 0, 65_535, true),
    url: readUrl(values.url),
    seed: readSeed(values.seed),
    scenarios: readScenarios(values.scenario ?? "flapping-link").map(toLineScenario),
  };
}

/** Requires a scenario with line faults. @throws {UsageError} if it has none */
export function toLineScenario(scenario: Scenario): LineScenario {
  const { faults } = scenario;
  if (faults === undefined)
    throw new UsageError(`The scenario ${scenario.name} has no line faults.`);
  return { ...scenario, faults };
}
