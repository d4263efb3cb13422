import { HostileLogger } from "../hostile/hostile-logger.ts";
import { clockWrong } from "./clock-wrong.ts";
import { commLoss } from "./comm-loss.ts";
import { eventStorm, missingEquipment, noData } from "./equipment-scenarios.ts";
import { flappingLink } from "./flapping-link.ts";
import { halfOpen } from "./half-open.ts";
import { plantScenario, type Scenario } from "./scenario.ts";
import { VALUE_SCENARIOS } from "./value-scenarios.ts";

/** Simulates another device that has stolen the logger's secret. */
const hostileLogger: Scenario = {
  name: "hostile-logger",
  about: "ten times the frames, 4,000 registers, mutated frames, back as often as it may",
  begin: ({ seed, behave, credentials, dial }) => {
    behave({ verb: "kill" });
    const hostile = new HostileLogger({ credentials, dial, seed });
    return {
      tick: (wall) => hostile.tick(wall),
      end: () => {
        hostile.stop();
        behave({ verb: "revive" });
      },
    };
  },
};

/** All scenarios. */
export const SCENARIOS: readonly Scenario[] = [
  plantScenario("cloudy", "clouds come and go, and solar power jumps with them"),
  plantScenario("grid-outage", "the grid is away; battery, sun and generator carry the load"),
  plantScenario("inverter-fault", "one inverter is in fault and carries nothing"),
  plantScenario("battery-low", "the battery runs down and does not charge"),
  plantScenario("generator-failure", "the generator stops and does not start"),
  plantScenario("no-fuel", "the generator's tank is empty"),
  commLoss,
  flappingLink,
  halfOpen,
  clockWrong,
  ...VALUE_SCENARIOS,
  eventStorm,
  noData,
  missingEquipment,
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
