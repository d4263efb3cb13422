import type { EquipmentTypeName } from "#domain/devices/equipment-types.ts";
import { equipmentOf, SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import {
  type Cause,
  type ClassifiedAlarm,
  eventWords,
  type TypeOf,
  typeOfAddress,
} from "./causes.ts";

const GRID_EVENT = /\b(grid|mains|utility|island(ing)?|ac|line|frequency|voltage)\b/i;

/** Returns whether a cause of this kind explains an alarm. */
export function isExplainedBy(
  cause: Cause,
  alarm: ClassifiedAlarm,
  typeOf: TypeOf = typeOfAddress,
): boolean {
  if (cause.key === alarm.key) return false;
  const type = alarm.address === null ? null : typeOf(equipmentOf(alarm.address));
  switch (cause.kind) {
    case "loggerOffline":
      return true;
    case "gridLost":
      return isInputLimit(alarm) || isGridEvent(alarm, type);
    case "inputDead":
      return (isInputLimit(alarm) && !isVoltage(alarm)) || isGridEvent(alarm, type);
    case "outputOff":
      return isOutputLimit(alarm) || isNoData(alarm);
    case "batteryLost":
      return isBatteryLimit(alarm, type, cause.equipment);
    case "night":
      return isSolarLowLimit(alarm, type);
  }
}

function isNoData({ cause }: ClassifiedAlarm): boolean {
  return cause.kind === "platform" && cause.condition === "noData";
}

function isLimit({ cause }: ClassifiedAlarm): boolean {
  return cause.kind === "limit" || cause.kind === "value";
}

function isVoltage({ cause }: ClassifiedAlarm): boolean {
  return cause.kind === "limit" && cause.alarmType === "inputVoltage";
}

const INPUT_TYPES: ReadonlySet<string> = new Set([
  "inputVoltage",
  "inputCurrent",
  "inputPower",
  "inputFrequency",
]);
const OUTPUT_TYPES: ReadonlySet<string> = new Set([
  "outputVoltage",
  "outputCurrent",
  "outputPower",
  "outputFrequency",
]);
const siteRegisters = (...ranges: [from: number, to: number][]) => {
  return (address: string) => {
    if (!address.startsWith(SITE_EQUIPMENT)) return false;
    const register = Number.parseInt(address.slice(SITE_EQUIPMENT.length), 16);
    return ranges.some(([from, to]) => register >= from && register <= to);
  };
};
const isSiteInput = siteRegisters([0x0110, 0x011c]);
const isSiteOutput = siteRegisters([0x0120, 0x012a], [0x0150, 0x0150]);
const isSiteBattery = siteRegisters([0x0130, 0x0136]);
const isSiteSolar = siteRegisters([0x0100, 0x0105]);
const INPUT_NAME = /\b(ac[ -]?)?in(put)?\b|grid|mains/i;
const OUTPUT_NAME = /\b(ac[ -]?)?out(put)?\b|load power/i;

function isInputLimit(alarm: ClassifiedAlarm): boolean {
  return isLimitOf(alarm, INPUT_TYPES, isSiteInput, INPUT_NAME);
}

function isOutputLimit(alarm: ClassifiedAlarm): boolean {
  return isLimitOf(alarm, OUTPUT_TYPES, isSiteOutput, OUTPUT_NAME);
}

function isLimitOf(
  alarm: ClassifiedAlarm,
  types: ReadonlySet<string>,
  isOwn: (address: string) => boolean,
  name: RegExp,
): boolean {
  const { cause, address, registerName } = alarm;
  if (!isLimit(alarm)) return false;
  if (cause.kind === "limit" && cause.alarmType !== "custom") return types.has(cause.alarmType);
  return address !== null && (isOwn(address) || name.test(registerName ?? ""));
}

function isGridEvent({ cause }: ClassifiedAlarm, type: EquipmentTypeName | null): boolean {
  return cause.kind === "event" && type === "pvInverter" && GRID_EVENT.test(eventWords(cause));
}

function isBatteryLimit(
  alarm: ClassifiedAlarm,
  type: EquipmentTypeName | null,
  lost: string | null,
): boolean {
  const { cause, address } = alarm;
  if (!isLimit(alarm) || address === null) return false;
  if (type === "battery") return lost === null || equipmentOf(address) === lost;
  const isStandard =
    cause.kind === "limit" &&
    (cause.alarmType === "batteryVoltage" || cause.alarmType === "batteryTemperature");
  return isStandard || isSiteBattery(address);
}

function isSolarLowLimit(alarm: ClassifiedAlarm, type: EquipmentTypeName | null): boolean {
  const { cause, address } = alarm;
  if (cause.kind !== "limit" || cause.side !== "low" || address === null) return false;
  return isSiteSolar(address) || type === "solarCharger" || type === "pvInverter";
}
