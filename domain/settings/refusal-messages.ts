import type { ChangeRefusalCode } from "./check-change.ts";

/** Keys of the messages of refusals in the `problems` namespace; the other refusals have the general one. */
const MESSAGES: Partial<Record<ChangeRefusalCode, string>> = {
  locked: "changesLocked",
  remoteControlOff: "remoteControlOff",
  unattended: "unattendedMode",
  passwordRequired: "advancedPasswordRequired",
  outOfRange: "settingOutOfRange",
  invertersOn: "invertersOn",
  generatorRunTime: "generatorRunTime",
  generatorStartInterval: "generatorStartInterval",
  faultActive: "faultActive",
  deviceOffline: "deviceOffline",
  batteryOffline: "batteryOffline",
  groupIncomplete: "settingGroupIncomplete",
  timesOverlap: "timesOverlap",
  writeLimit: "writeLimit",
  deviceWriteLimit: "writeLimit",
  notModified: "settingNotModified",
};

/** Returns the key of the message that explains a refusal to users. */
export function messageOfRefusal(code: string): string {
  return MESSAGES[code as ChangeRefusalCode] ?? "changeRefused";
}
