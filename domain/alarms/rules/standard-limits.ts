import type { EquipmentTypeName } from "#domain/devices/equipment-types.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import type { AlarmRule, AlarmType } from "../site-rules.ts";

/** Type of one of the ten limits that every site has. */
export type StandardType = Exclude<AlarmType, "custom">;

/** One of the ten limits: its initial values, and where its registers are. */
export type StandardLimit = Pick<
  AlarmRule,
  "unit" | "min" | "max" | "lowAlarm" | "lowClear" | "highAlarm" | "highClear" | "level"
> & {
  unit: string;
  ruleId: number;
  alarmType: StandardType;
  /** The site's own registers: one, or those of the phases. */
  siteRegisters: readonly string[];
  /** Matches the normalized name of the register at any equipment except `otherEquipment`. */
  name: RegExp;
  /** Matches the normalized name at a battery, whose registers do not repeat what they belong to. */
  batteryName?: RegExp;
  /** Equipment whose registers with such a name measure something else. */
  otherEquipment: readonly EquipmentTypeName[];
};

const own = (...registers: string[]) => registers.map((register) => SITE_EQUIPMENT + register);
const MAX_VOLTS = 1_000;
const MAX_AMPERES = 10_000;
const MAX_WATTS = 10_000_000;
const NO_OTHERS: readonly EquipmentTypeName[] = [];
/** Equipment with AC inputs or outputs that are not those of the site. */
const SOURCES: readonly EquipmentTypeName[] = ["generator", "pvInverter", "solarCharger"];

/**
 * The ten limits with the values of the specification as `lowAlarm` and `highAlarm` (section 9, "Alarm defaults"). The
 * clear limits are 2 to 10 % inside of them. Voltages and frequencies that can damage equipment are faults. Grid power
 * and current are negative for export.
 */
export const STANDARD_LIMITS: readonly StandardLimit[] = [
  {
    ruleId: 1,
    alarmType: "batteryVoltage",
    unit: "V",
    ...bounds(0, MAX_VOLTS),
    ...limits(9.5, 10, 14.5, 15),
    level: "fault",
    siteRegisters: own("0131"),
    name: /^(battery|dc)voltage$/,
    batteryName: /^(pack)?voltage$/,
    otherEquipment: ["generator", "pvInverter"],
  },
  {
    ruleId: 2,
    alarmType: "batteryTemperature",
    unit: "°C",
    ...bounds(-40, 120),
    ...limits(40, 42, 58, 60),
    level: "fault",
    siteRegisters: own("0133"),
    name: /^batterytemperature$/,
    batteryName: /^(pack)?temperature$/,
    otherEquipment: NO_OTHERS,
  },
  {
    ruleId: 3,
    alarmType: "outputVoltage",
    unit: "V",
    ...bounds(0, MAX_VOLTS),
    ...limits(70, 80, 290, 300),
    level: "fault",
    siteRegisters: own("0128", "0129", "012A"),
    otherEquipment: SOURCES,
    name: /^(ac)?out(put)?voltage$/,
  },
  {
    ruleId: 4,
    alarmType: "outputCurrent",
    unit: "A",
    ...bounds(-MAX_AMPERES, MAX_AMPERES),
    ...limits(10, 11, 980, 999),
    level: "warning",
    siteRegisters: [],
    otherEquipment: SOURCES,
    name: /^(ac)?out(put)?current$/,
  },
  {
    ruleId: 5,
    alarmType: "outputPower",
    unit: "W",
    ...bounds(-MAX_WATTS, MAX_WATTS),
    ...limits(2_000, 2_200, 980_000, 999_999),
    level: "warning",
    siteRegisters: own("0120"),
    otherEquipment: SOURCES,
    name: /^(ac)?out(put)?power$/,
  },
  {
    ruleId: 6,
    alarmType: "outputFrequency",
    unit: "Hz",
    ...bounds(0, 500),
    ...limits(40, 41, 69, 70),
    level: "fault",
    siteRegisters: [],
    otherEquipment: SOURCES,
    name: /^(ac)?out(put)?frequency$/,
  },
  {
    ruleId: 7,
    alarmType: "inputVoltage",
    unit: "V",
    ...bounds(0, MAX_VOLTS),
    ...limits(70, 80, 290, 300),
    level: "fault",
    siteRegisters: own("0118", "0119", "011A"),
    otherEquipment: SOURCES,
    name: /^((ac)?in(put)?|grid|mains)voltage$/,
  },
  {
    ruleId: 8,
    alarmType: "inputCurrent",
    unit: "A",
    ...bounds(-MAX_AMPERES, MAX_AMPERES),
    ...limits(10, 11, 980, 999),
    level: "warning",
    siteRegisters: [],
    otherEquipment: SOURCES,
    name: /^((ac)?in(put)?|grid|mains)current$/,
  },
  {
    ruleId: 9,
    alarmType: "inputPower",
    unit: "W",
    ...bounds(-MAX_WATTS, MAX_WATTS),
    ...limits(2_000, 2_200, 980_000, 999_999),
    level: "warning",
    siteRegisters: own("0110"),
    otherEquipment: SOURCES,
    name: /^((ac)?in(put)?|grid|mains)power$/,
  },
  {
    ruleId: 10,
    alarmType: "inputFrequency",
    unit: "Hz",
    ...bounds(0, 500),
    ...limits(40, 41, 69, 70),
    level: "fault",
    siteRegisters: own("011C"),
    otherEquipment: SOURCES,
    name: /^((ac)?in(put)?|grid|mains)frequency$/,
  },
];

function bounds(min: number, max: number) {
  return { min, max };
}

function limits(lowAlarm: number, lowClear: number, highClear: number, highAlarm: number) {
  return { lowAlarm, lowClear, highAlarm, highClear };
}
