import { batteryLow } from "./battery-low.ts";
import { clockWrong } from "./clock-wrong.ts";
import { cloudy } from "./cloudy.ts";
import { commLoss } from "./comm-loss.ts";
import { flappingLink } from "./flapping-link.ts";
import { generatorFailure } from "./generator-failure.ts";
import { gridOutage } from "./grid-outage.ts";
import { halfOpen } from "./half-open.ts";
import { hostileLogger } from "./hostile-logger.ts";
import { inverterFault } from "./inverter-fault.ts";
import { noFuel } from "./no-fuel.ts";
import type { Scenario } from "./scenario.ts";

/** All scenarios. */
export const SCENARIOS: readonly Scenario[] = [
  cloudy,
  gridOutage,
  inverterFault,
  batteryLow,
  generatorFailure,
  noFuel,
  commLoss,
  flappingLink,
  halfOpen,
  clockWrong,
  hostileLogger,
];

export function findScenario(name: string): Scenario | null {
  return SCENARIOS.find((scenario) => scenario.name === name) ?? null;
}

/** Scenarios that consist of line faults only. */
export const LINE_SCENARIOS = SCENARIOS.filter(({ faults }) => faults !== undefined);

/** One line per scenario. */
export function describeScenarios(scenarios: readonly Scenario[]): string {
  return scenarios.map(({ name, about }) => `  ${name.padEnd(18)} ${about}`).join("\n");
}
