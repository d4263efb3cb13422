import {
  confirmUpdate,
  listMergedUpdates,
  listUpdates,
  startAllUpdates,
  startOneUpdate,
} from "./updates.ts";

/** Operations on the firmware of sites. */
export const firmwareOperations = [
  listUpdates,
  listMergedUpdates,
  startOneUpdate,
  startAllUpdates,
  confirmUpdate,
] as const;
