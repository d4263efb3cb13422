import { enterAdvanced, exitAdvanced, setAdvancedPassword } from "./advanced-password.ts";
import {
  acceptDrift,
  changeSettings,
  listSettings,
  lockSettings,
  markSeen,
  pageChanges,
} from "./changes.ts";
import { controlEquipment, resetEquipment, synchronizeClock, updateToken } from "./controls.ts";
import { diffSettings, listSnapshots, planRestoration, readSnapshot } from "./snapshots.ts";

/** Operations on the settings of sites. */
export const settingOperations = [
  listSettings,
  changeSettings,
  pageChanges,
  markSeen,
  acceptDrift,
  lockSettings,
  setAdvancedPassword,
  enterAdvanced,
  exitAdvanced,
  listSnapshots,
  readSnapshot,
  diffSettings,
  planRestoration,
  resetEquipment,
  synchronizeClock,
  updateToken,
  controlEquipment,
] as const;
