import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import type { SignalName } from "../theme/palette.ts";

/** Statuses that need attention; all others are normal. */
const TONE: Partial<Record<EquipmentStatus, SignalName>> = {
  fault: "fault",
  overload: "fault",
  "battery low": "warning",
  "break off": "warning",
  off: "quiet",
  offline: "quiet",
  "not running": "quiet",
  idle: "quiet",
  standby: "info",
};

/** Tone of a piece of equipment by its status. */
export function toneOfEquipment(status: EquipmentStatus): SignalName {
  return TONE[status] ?? "good";
}
