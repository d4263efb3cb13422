import { type EquipmentTypeName, equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { equipmentOf } from "#domain/registers/address-parts.ts";
import { isGridVoltage } from "#domain/registers/line-voltages.ts";
import { wordsOf } from "#domain/registers/words-of.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { isLiveLine } from "#domain/units/missing-frequency.ts";
import type { AlarmRow } from "../alarm-row.ts";
import { faultCodeOf } from "../fault-codes.ts";

/** Kind of a cause, which suppresses the notifications of other alarms. */
export type CauseKind =
  | "loggerOffline"
  /** Reported by equipment: the grid is lost. */
  | "gridLost"
  /** Measured: the voltage of the AC input is gone. */
  | "inputDead"
  /** The portal switched the output off or updates the equipment. */
  | "outputOff"
  | "batteryLost"
  | "night";

/** A period of a cause. Instants are ms UTC. */
export type Cause = {
  kind: CauseKind;
  /** Key of its alarm, or `portal/switchOff`, `portal/update` or `night`: the `inhibitedBy` of suppressed alarms. */
  key: string;
  /** The equipment that is affected; null for the site. */
  equipment: string | null;
  startTime: number;
  endTime: number | null;
};

/** Returns the type of a piece of equipment by its address. */
export type TypeOf = (equipment: string) => EquipmentTypeName;

/** Duration for which a switch-off or an update by the portal explains alarms, ms. */
export const PORTAL_ACTION_MS = 10 * MINUTE_MS;

/** An alarm, as far as causes and suppression depend on it. */
export type ClassifiedAlarm = Pick<
  AlarmRow,
  "key" | "address" | "cause" | "value" | "startTime" | "endTime"
> & {
  /** Name of its register in the logger's tree; null without one. */
  registerName: string | null;
};

// Messages of events are free texts, so losses are recognised by the words of the trade in English.
const LOSS =
  /\b(lost|loss|fail(ed|ure)?|outage|absent|missing|gone|timeout|time-out|black-?out|down|no (grid|mains|utility|ac|communication|connection))\b/i;
const GRID = /\b(grid|mains|utility|ac[ -]?in(put)?)\b/i;
const BATTERY = /\b(battery|bms|pack|rack)\b/i;
const COMMUNICATION = /\b(comm?(unication)?s?|connection|link|can|rs-?485|data)\b/i;

/**
 * Returns the cause that an alarm is for others; null for none.
 * @param typeOf returns the type of a piece of equipment by its address
 */
export function findCause(alarm: ClassifiedAlarm, typeOf: TypeOf = typeOfAddress): Cause | null {
  const { key, address, cause, startTime, endTime } = alarm;
  const equipment = address === null ? null : equipmentOf(address);
  const type = equipment === null ? null : typeOf(equipment);
  const period = { key, startTime, endTime };
  if (cause.kind === "platform") {
    if (cause.condition === "loggerOffline")
      return { ...period, kind: "loggerOffline", equipment: null };
    const isLost = cause.condition === "noData" || cause.condition === "equipmentMissing";
    return isLost && type === "battery" ? { ...period, kind: "batteryLost", equipment } : null;
  }
  if (cause.kind === "event") {
    const message = eventWords(cause);
    if (!LOSS.test(message)) return null;
    if (COMMUNICATION.test(message) && (BATTERY.test(message) || type === "battery"))
      return { ...period, kind: "batteryLost", equipment: type === "battery" ? equipment : null };
    // A PV inverter without a grid may only have tripped.
    if (GRID.test(message) && type !== "pvInverter")
      return { ...period, kind: "gridLost", equipment: null };
    return null;
  }
  if (cause.kind !== "limit" || cause.side !== "low") return null;
  // Any rule on a voltage of the grid recognises an outage, whatever the language of the logger's messages.
  const isOfGrid = address !== null && isGridVoltage(address);
  const isInput = cause.alarmType === "inputVoltage" || isOfGrid;
  const isDead = isInput && !isLiveLine([alarm.value]);
  return isDead ? { ...period, kind: "inputDead", equipment: null } : null;
}

/** Returns the English words of an event: those of its code, if it is one of the catalogue, and its message. */
export function eventWords({
  code,
  message,
}: {
  code: string | null;
  message: string | null;
}): string {
  const known = faultCodeOf(code);
  return [known === null ? "" : wordsOf(known), message ?? ""].join(" ").trim();
}

/** Returns the cause that a switch-off or an update by the portal is for 10 min. */
export function portalCause(action: "switchOff" | "update", at: number): Cause {
  const endTime = at + PORTAL_ACTION_MS;
  return { kind: "outputOff", key: `portal/${action}`, equipment: null, startTime: at, endTime };
}

/** Returns the type of equipment whose type code is that of its address. */
export function typeOfAddress(equipment: string): EquipmentTypeName {
  return equipmentTypeOf(equipment.slice(0, 4));
}
