import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import type { FoundEpisode } from "#domain/alarms/limits/history.ts";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { equipmentOf, registerOf } from "#domain/registers/address-parts.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import { PLATFORM_RULE_IDS } from "./rule-versions.ts";
import type { NewAlarm } from "./stored-alarm.ts";

type Equipment = Pick<EquipmentRecord, "find">;
/** An episode of a limit with the version of the rule that raised it. */
type RaisedEpisode = FoundEpisode & { rule: AlarmRule };

/** Returns the name of a piece of equipment: its alias, else its model, else the key of its type's name. */
export function nameDevice(equipment: Equipment, address: string): string {
  const piece = equipment.find(equipmentOf(address));
  const type = equipmentTypeOf(piece?.typeCode ?? address.slice(0, 4));
  return piece?.alias || piece?.model || type;
}

/**
 * Returns the row of an episode of a limit.
 * @param seenAt server time, ms UTC
 */
export function toLimitAlarm(
  key: string,
  { rule, ...episode }: RaisedEpisode,
  equipment: Equipment,
  { seenAt, isRetroactive }: Pick<NewAlarm, "seenAt" | "isRetroactive">,
): NewAlarm {
  const [, , address = "", side] = key.split("/");
  const isOperators = rule.ruleId > PLATFORM_RULE_IDS;
  const name = rule.name ?? nameRegister(equipment, address);
  const cause: AlarmRow["cause"] =
    rule.isOneOf === null
      ? { kind: "limit", alarmType: rule.alarmType, name, side: side === "low" ? "low" : "high" }
      : { kind: "value", name };
  return {
    ...episode,
    key,
    address,
    deviceName: nameDevice(equipment, address),
    source: isOperators ? "system event rule" : "user rule",
    ruleId: isOperators ? rule.ruleId - PLATFORM_RULE_IDS : rule.ruleId,
    eventNo: null,
    level: rule.level,
    cause,
    unit: rule.unit ?? null,
    isRetroactive,
    inhibitedBy: null,
    flaps: 0,
    seenAt,
    endSeenAt: episode.endTime === null ? null : seenAt,
  };
}

/** Returns the name of a register in the logger's tree; null without one. */
export function nameRegister(equipment: Equipment, address: string): string | null {
  const piece = equipment.find(equipmentOf(address));
  const register = piece?.registers.find((one) => one.register === registerOf(address));
  if (piece === undefined || register === undefined) return null;
  return describeRegister(piece, register).name ?? null;
}
