import type { FaultSchedule } from "../link/fault-schedule.ts";
import type { FaultyLine } from "../link/faulty-line.ts";
import type { Behaviour } from "../logger/behaviour.ts";
import type { Credentials, Dial } from "../logger/link.ts";
import type { Plant } from "../plant/plant.ts";

/** What a scenario has to do with: one site of the fleet. */
export type Stage = {
  /** The same for the same seed of the fleet, site and scenario. */
  seed: number;
  plant: Pick<Plant, "impose" | "lift">;
  line: Pick<FaultyLine, "play">;
  behave: (behaviour: Behaviour) => void;
  credentials: Credentials;
  /** Over the site's line. */
  dial: Dial;
};

/** A scenario under way. */
export type Act = {
  /** @param wall ms by the wall's clock; the first is when it begins */
  tick?: (wall: number) => void;
  /** All is well again. */
  end: () => void;
};

export type Scenario = {
  name: string;
  /** One line for whoever chooses. */
  about: string;
  /** What it does to the line, where it does anything to it. */
  faults?: (seed: number) => FaultSchedule;
  /** @returns null where it cannot be at such a site */
  begin: (stage: Stage) => Act | null;
};

/** A scenario that is nothing but a condition of the plant. */
export function plantScenario(name: Parameters<Plant["lift"]>[0], about: string): Scenario {
  return {
    name,
    about,
    begin: ({ plant }) =>
      plant.impose({ kind: name }) ? { end: () => void plant.lift(name) } : null,
  };
}

/** A scenario that is nothing but faults of the line. */
export function lineScenario(
  name: string,
  about: string,
  faults: (seed: number) => FaultSchedule,
): Scenario {
  return { name, about, faults, begin: ({ line, seed }) => ({ end: line.play(faults(seed)) }) };
}
