import type { ActiveEvent } from "./plant.ts";

/** What a plant answers to which nothing can happen. */
export abstract class UndisturbedPlant {
  /** Active ones. */
  events(): ActiveEvent[] {
    return [];
  }

  impose(): boolean {
    return false;
  }

  lift(): boolean {
    return false;
  }
}
