import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import type { SignalName } from "../theme/palette.ts";

/** Words that are news; all others just say what is running. */
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

/** How a piece of equipment is doing, by what it says of itself. */
export function toneOfEquipment(status: EquipmentStatus): SignalName {
  return TONE[status] ?? "good";
}
