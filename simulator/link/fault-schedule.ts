import { hashNumbers, seededRandom } from "../random.ts";
import type { Fault, ScheduledFault } from "./fault.ts";

/** Returns the faults that begin in [fromMs, toMs), in order; always the same for the same arguments. */
export type FaultSchedule = (fromMs: number, toMs: number) => ScheduledFault[];

/** One choice per interval, at a seeded moment and of a seeded kind. */
export type FaultRecipe = {
  everyMs: number;
  /** Choices are drawn by weight; the faults of one choice begin together. */
  choices: readonly { weight: number; make: (random: () => number) => readonly Fault[] }[];
};

/** A schedule of exactly these faults. */
export function listedFaults(faults: readonly ScheduledFault[]): FaultSchedule {
  const ordered = faults.toSorted((one, other) => one.at - other.at);
  return (fromMs, toMs) => ordered.filter(({ at }) => at >= fromMs && at < toMs);
}

/** An endless schedule whose intervals have independent seeds, so that any part can be computed alone. */
export function seededFaults(seed: number, recipe: FaultRecipe): FaultSchedule {
  const { everyMs } = recipe;
  const total = recipe.choices.reduce((sum, { weight }) => sum + weight, 0);
  const faultsOf = (slot: number): ScheduledFault[] => {
    const random = seededRandom(hashNumbers(seed, slot));
    const at = Math.floor((slot + random()) * everyMs);
    let left = random() * total;
    const choice = recipe.choices.find(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return (choice?.make(random) ?? []).map((fault) => ({ at, fault }));
  };
  return (fromMs, toMs) => {
    const faults: ScheduledFault[] = [];
    const first = Math.max(0, Math.floor(fromMs / everyMs));
    for (let slot = first; slot * everyMs < toMs; slot++)
      faults.push(...faultsOf(slot).filter(({ at }) => at >= fromMs && at < toMs));
    return faults;
  };
}

/** Merges several schedules. */
export function mergedFaults(schedules: readonly FaultSchedule[]): FaultSchedule {
  return (fromMs, toMs) =>
    schedules
      .flatMap((schedule) => schedule(fromMs, toMs))
      .toSorted((one, other) => one.at - other.at);
}
