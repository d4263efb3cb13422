import type { ActiveEvent } from "./plant.ts";

/** A plant that accepts no conditions. */
export abstract class UndisturbedPlant {
  /** Returns no active events. */
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
