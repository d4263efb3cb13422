import { listRolloutReleases, listRolloutSites } from "./list-choices.ts";
import { getRollout, listRollouts } from "./read-rollouts.ts";
import {
  addOneRollout,
  approveOneRollout,
  startRollout,
  stopRollout,
  undoRollout,
} from "./rollouts.ts";

/** Operations on changes of many sites. */
export const rolloutOperations = [
  listRolloutSites,
  listRolloutReleases,
  addOneRollout,
  listRollouts,
  getRollout,
  startRollout,
  approveOneRollout,
  stopRollout,
  undoRollout,
] as const;
