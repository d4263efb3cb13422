import { confirmUpdate, listMergedUpdates, listUpdates, startOneUpdate } from "./updates.ts";

/** Operations on the firmware of sites. */
export const firmwareOperations = [
  listUpdates,
  listMergedUpdates,
  startOneUpdate,
  confirmUpdate,
] as const;
