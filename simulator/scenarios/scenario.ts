import type { FaultSchedule } from "../link/fault-schedule.ts";
import type { FaultyLine } from "../link/faulty-line.ts";
import type { Behaviour } from "../logger/behaviour.ts";
import type { Credentials, Dial } from "../logger/link.ts";
import type { Alteration } from "../plant/altered-plant.ts";
import type { Plant } from "../plant/plant.ts";

/** The site of the fleet that a scenario acts on. */
export type Stage = {
  /** Depends on the seed of the fleet, the site and the scenario. */
  seed: number;
  plant: Pick<Plant, "impose" | "lift" | "equipment">;
  /** Alters what the logger reads until the returned function is called. */
  alter: (alteration: Alteration) => () => void;
  line: Pick<FaultyLine, "play">;
  behave: (behaviour: Behaviour) => void;
  credentials: Credentials;
  /** Dials over the site's line. */
  dial: Dial;
};

/** A running scenario. */
export type Act = {
  /** @param wall ms by the wall clock; the first call is the beginning */
  tick?: (wall: number) => void;
  /** Restores normal operation. */
  end: () => void;
};

export type Scenario = {
  name: string;
  /** One line of description. */
  about: string;
  /** Line faults, if it has any. */
  faults?: (seed: number) => FaultSchedule;
  /** @returns null if the site does not support it */
  begin: (stage: Stage) => Act | null;
};

/** A scenario that consists of one condition of the plant. */
export function plantScenario(name: Parameters<Plant["lift"]>[0], about: string): Scenario {
  return {
    name,
    about,
    begin: ({ plant }) =>
      plant.impose({ kind: name }) ? { end: () => void plant.lift(name) } : null,
  };
}

/** A scenario that consists of line faults. */
export function lineScenario(
  name: string,
  about: string,
  faults: (seed: number) => FaultSchedule,
): Scenario {
  return { name, about, faults, begin: ({ line, seed }) => ({ end: line.play(faults(seed)) }) };
}
