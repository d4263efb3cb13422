/**
 * Reasons why a site does not change, which have a text: of a rollout, of an update and of a change. Other reasons have a
 * general text. The lists of the server are in modules that validate, which a browser does not load; the test compares.
 */
export const KNOWN_REASONS = [
  // Of the rollout itself.
  "forbidden",
  "absent",
  "offline",
  "unhealthy",
  "noResponse",
  "inRollout",
  "nothing",
  // Of a release, and of equipment that it does not fit.
  "otherModel",
  "otherType",
  "otherVersion",
  "notNewer",
  "malformed",
  "unknownKey",
  "revokedKey",
  "wrongSignature",
  "notYet",
  "expired",
  "revoked",
  "wrongFile",
  // Of a site that begins no update.
  "unsupported",
  "remoteControlOff",
  "locked",
  "busy",
  "changed",
  "socLow",
  "notOff",
  // Results of an update or a change.
  "refused",
  "failed",
  "rolled back",
  "unknown",
  "not confirmed",
  "not sent",
  "withdrawn",
  "partial",
  "mixed",
  "conflict",
  "reverted by device",
  // Of the check of a change.
  "unattended",
  "passwordRequired",
  "unknownRegister",
  "readOnly",
  "outOfRange",
  "invertersOn",
  "generatorRunTime",
  "generatorStartInterval",
  "faultActive",
  "deviceOffline",
  "batteryOffline",
  "groupIncomplete",
  "notUndoable",
  "timesOverlap",
  "ruleBroken",
  "writeLimit",
  "deviceWriteLimit",
  "notModified",
  "tooMany",
] as const;
export type KnownReason = (typeof KNOWN_REASONS)[number];

/** Returns the reason whose text explains one of the server. */
export function knownReason(reason: string): KnownReason {
  if (reason === "not modified") return "notModified";
  return KNOWN_REASONS.find((one) => one === reason) ?? "unknown";
}
