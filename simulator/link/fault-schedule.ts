import { hashNumbers, seededRandom } from "../random.ts";
import type { Fault, ScheduledFault } from "./fault.ts";

/** The faults that begin from `fromMs` on and before `toMs`, in their order; the same each time it is asked. */
export type FaultSchedule = (fromMs: number, toMs: number) => ScheduledFault[];

/** One choice in every so many ms, at a moment and of a kind that chance decides. */
export type FaultRecipe = {
  everyMs: number;
  /** The greater its weight, the more often. Its faults begin together. */
  choices: readonly { weight: number; make: (random: () => number) => readonly Fault[] }[];
};

/** Exactly these. */
export function listedFaults(faults: readonly ScheduledFault[]): FaultSchedule {
  const ordered = faults.toSorted((one, other) => one.at - other.at);
  return (fromMs, toMs) => ordered.filter(({ at }) => at >= fromMs && at < toMs);
}

/** Without end, and any part of it without what was before: each stretch has its own chance. */
export function seededFaults(seed: number, recipe: FaultRecipe): FaultSchedule {
  const { everyMs } = recipe;
  const total = recipe.choices.reduce((sum, { weight }) => sum + weight, 0);
  const faultsOf = (stretch: number): ScheduledFault[] => {
    const random = seededRandom(hashNumbers(seed, stretch));
    const at = Math.floor((stretch + random()) * everyMs);
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
    for (let stretch = first; stretch * everyMs < toMs; stretch++)
      faults.push(...faultsOf(stretch).filter(({ at }) => at >= fromMs && at < toMs));
    return faults;
  };
}

/** Several at once. */
export function mergedFaults(schedules: readonly FaultSchedule[]): FaultSchedule {
  return (fromMs, toMs) =>
    schedules
      .flatMap((schedule) => schedule(fromMs, toMs))
      .toSorted((one, other) => one.at - other.at);
}
