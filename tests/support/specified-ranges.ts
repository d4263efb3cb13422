/** A range of the specification, section 9, in the unit of its register. */
export type SpecifiedRange = {
  /** Type code of the equipment. */
  typeCode: string;
  register: string;
  /** Name of the register in the catalogue. */
  name: string;
  min: number;
  max: number;
  step: number;
};

/** The registers that the specification limits by their numbers. It has no step for two of them: whole volts. */
export const NUMBERED_RANGES: readonly SpecifiedRange[] = [
  { typeCode: "0033", register: "0047", name: "solarStartVoltage", min: 50, max: 300, step: 1 },
  { typeCode: "0033", register: "0048", name: "maximumExportPower", min: 50, max: 5_000, step: 50 },
  { typeCode: "0033", register: "0050", name: "acInputHighCutoff", min: 240, max: 265, step: 1 },
  { typeCode: "0033", register: "0051", name: "acInputLowCutoff", min: 145, max: 200, step: 1 },
  { typeCode: "001A", register: "0057", name: "ctCorrection", min: 0, max: 2, step: 0.1 },
];

/** System type of a site at which all of the timers exist: `controllerTimeout` belongs to the family EtherLink. */
export const SYSTEM_OF_ALL_TIMERS = "10006";

const GENERATOR_TIMERS = {
  "0013": "generatorMinimumRunTime",
  "1703": "generatorStartDelay",
  "1704": "generatorWarmUpTime",
  "1705": "generatorCoolDownTime",
  "170B": "generatorAttemptInterval",
};
const PCS_TIMERS = {
  "1003": "restartDelay",
  "1201": "gridConnectionDelay",
  "1202": "gridReconnectionDelay",
};
const PV_INVERTER_TIMERS = {
  "1202": "gridConnectionDelay",
  "1203": "gridReconnectionDelay",
  "1303": "shadowScanInterval",
};
const BATTERY_TIMERS = { "153D": "sleepDelay" };

/** Timers of the auxiliary contacts of a device. */
function contactTimers(contacts: number): Record<string, string> {
  const numbers = Array.from({ length: contacts }, (_, index) => index + 1);
  return Object.fromEntries(
    numbers.flatMap((n) => [
      [`17${n - 1}8`, `contactOnDelay ${n}`],
      [`17${n - 1}9`, `contactOffDelay ${n}`],
      [`17${n - 1}A`, `contactMinimumTime ${n}`],
    ]),
  );
}

/** Names of the timers that are limited to 10 to 3600 s, by type code and register. */
const TIMERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "0033": {
    "1009": "restartDelay",
    "100E": "ecoSearchInterval",
    "1209": "gridConnectionDelay",
    "120A": "gridReconnectionDelay",
    "1304": "shadowScanInterval",
    "140A": "loadSheddingDelay",
    "140B": "outputDelay",
    "1533": "bmsLossDelay",
    "1601": "softStartTime",
    "1603": "overloadDelay",
    "1604": "startDelay",
    ...contactTimers(2),
    "2403": "controllerTimeout",
  },
  "0032": { "1307": "shadowScanInterval", "1404": "loadSheddingDelay" },
  "008E": PCS_TIMERS,
  "005E": PCS_TIMERS,
  "00FF": PV_INVERTER_TIMERS,
  "005F": PV_INVERTER_TIMERS,
  "800A": GENERATOR_TIMERS,
  "800D": GENERATOR_TIMERS,
  "006D": BATTERY_TIMERS,
  "008B": BATTERY_TIMERS,
  "008C": BATTERY_TIMERS,
  "001A": { "1C0B": "meterLossDelay" },
  "0057": contactTimers(4),
  "0077": { "1D0F": "smokeDelay" },
};

/** The "several timers" of the specification, each by its register and name. */
export const TIMER_RANGES: readonly SpecifiedRange[] = Object.entries(TIMERS).flatMap(
  ([typeCode, names]) =>
    Object.entries(names).map(([register, name]) => ({
      ...{ typeCode, register, name },
      ...{ min: 10, max: 3_600, step: 1 },
    })),
);

/** All ranges of the specification that are limits of one register. */
export const REGISTER_RANGES: readonly SpecifiedRange[] = [...NUMBERED_RANGES, ...TIMER_RANGES];

/** Charge settings of a battery type: V of a 12 V block, and multiples of the capacity, 1/h. */
export type SpecifiedCharge = {
  batteryType: number;
  absorption: readonly [min: number, max: number];
  float: readonly [min: number, max: number];
  maxRate: number;
};

const FLOAT = [13, 14] as const;

/** The charge settings of the specification by battery type. */
export const CHARGE_RANGES: readonly SpecifiedCharge[] = [
  { batteryType: 0, absorption: [13.5, 14.5], float: FLOAT, maxRate: 0.25 },
  { batteryType: 1, absorption: [13.5, 14.5], float: FLOAT, maxRate: 0.25 },
  { batteryType: 2, absorption: [13.5, 14.5], float: FLOAT, maxRate: 0.5 },
  { batteryType: 3, absorption: [14, 15.5], float: FLOAT, maxRate: 0.25 },
  { batteryType: 4, absorption: [14, 15.5], float: FLOAT, maxRate: 0.25 },
  { batteryType: 5, absorption: [12, 14.6], float: FLOAT, maxRate: 1 },
];

/** The inverter types that the specification names, of twelve. */
export const INVERTER_TYPES = ["Qoma33H", "Qoma100K", "CK", "Apollo Maxx", "RiiO", "Tyrann"];
