import { SITE_EQUIPMENT } from "../registers/address-parts.ts";
import { SITE_ADDRESS } from "../registers/catalogue/site.ts";
import type { Equipment } from "../registers/equipment.ts";
import type { Register, RegisterValue } from "../registers/register.ts";
import { deviceTypeOf } from "./device-types.ts";
import { equipmentTypeOf } from "./equipment-types.ts";
import type { ActiveSiteFacts } from "./reported-equipment.ts";

/** Battery type of a site without a battery (specification, section 3). */
export const NO_BATTERY = 65_535;

/** Upper limits of the nominal voltages of a battery, V. */
const VOLTAGE_CLASSES = [
  [17, 12],
  [34, 24],
  [68, 48],
] as const;
/** Class of a battery above all of them. */
const HIGH_VOLTAGE = 0;
const CRITICAL_LOAD = "0124";
const NORMAL_LOAD = "0125";
const THREE_PHASES = "0122";

/** Facts that the fields of a site are computed from. */
export type SiteSources = {
  tree: readonly Equipment[];
  identity: {
    systemType: string;
    versions: Readonly<Record<string, string>>;
    features?: readonly string[] | undefined;
  } | null;
  /** Returns the newest value of a register, by its full address. */
  readValue: (address: string) => RegisterValue | undefined;
  updateNum: number;
  /** Whether a logger has ever connected. */
  hasConnected: boolean;
};

/** Returns the fields of the active site that its equipment and its newest values decide. */
export function describeActiveSite(sources: SiteSources): ActiveSiteFacts {
  const { tree, identity, readValue, updateNum, hasConnected } = sources;
  const ofType = (...types: string[]) =>
    tree.filter((piece) => types.includes(equipmentTypeOf(codeOf(piece))));
  const inverters = ofType("inverter", "pcs");
  const batteries = ofType("battery");
  const [display] = ofType("display");
  const [logger] = ofType("dataLogger");
  const [inverter] = inverters;
  const own = new Set(
    tree
      .find(({ address }) => address === SITE_EQUIPMENT)
      ?.registers.map(({ register }) => register),
  );
  const versions = identity?.versions ?? {};
  const hasBattery = batteries.length > 0 || own.has(registerOfSite(SITE_ADDRESS.batterySoc));
  return {
    batteryCapacity: sumCapacity(batteries, readValue),
    batteryStatus: text(readValue(SITE_ADDRESS.batteryStatus)),
    batteryType: hasBattery ? findBatteryType([...batteries, ...inverters], readValue) : NO_BATTERY,
    batteryVoltageType: classOf(readValue(SITE_ADDRESS.batteryVoltage)),
    bmsProvide: batteries.some(
      (piece) =>
        deviceTypeOf({ typeCode: codeOf(piece), model: piece.model ?? null }, null) !== null,
    ),
    ckledVersion: version(display?.versions, "hardware"),
    ckledSoftVersion: version(display?.versions, "software") ?? version(inverter?.versions, "lcd"),
    commVersion: version(versions, "communication"),
    commType: commTypeOf(logger, identity?.systemType ?? null),
    hardwareVersion: version(versions, "hardware"),
    kinergyVersion: version(versions, "software") ?? version(logger?.versions, "logger"),
    modelVersion: version(inverter?.versions, "software"),
    inverterNums: inverters.length,
    acinType:
      (own.has(registerOfSite(SITE_ADDRESS.gridPower)) ? 1 : 0) +
      (own.has(registerOfSite(SITE_ADDRESS.generatorPower)) ? 2 : 0),
    acout2Type: own.has(CRITICAL_LOAD) && own.has(NORMAL_LOAD) ? 1 : 0,
    debug: identity?.features?.includes("debug") ?? false,
    runningType: text(readValue(SITE_ADDRESS.powerSource)),
    systemConfig: configOf(inverters.length, own.has(THREE_PHASES)),
    systemMode: number(readValue(SITE_ADDRESS.invertersOn)),
    workModel: inverter === undefined ? null : findValue(inverter, /^working ?mode$/i, readValue),
    systemDatetime: number(readValue(SITE_ADDRESS.loggerClock)),
    updateNum,
    isNull: !hasConnected,
  };
}

function configOf(inverters: number, isThreePhase: boolean): number | null {
  if (inverters === 0) return null;
  if (isThreePhase) return 2;
  return inverters > 1 ? 1 : 0;
}

function commTypeOf(
  logger: Equipment | undefined,
  systemType: string | null,
): ActiveSiteFacts["commType"] {
  if (logger === undefined && systemType === null) return null;
  const type = deviceTypeOf({ typeCode: "006B", model: logger?.model ?? null }, systemType);
  if (type === "wiredLogger") return "wired";
  return type === "wirelessLogger" ? "wireless" : null;
}

function sumCapacity(
  batteries: readonly Equipment[],
  readValue: SiteSources["readValue"],
): number | null {
  const capacities = batteries.flatMap((piece) => {
    const register = piece.registers.find(
      ({ name = "", unit }) => /^capacity$/i.test(name) && (unit === "Wh" || unit === "kWh"),
    );
    const value = register && number(readValue(piece.address + register.register));
    return value === undefined || value === null
      ? []
      : [value * (register?.unit === "kWh" ? 1_000 : 1)];
  });
  return capacities.length === 0 ? null : capacities.reduce((sum, one) => sum + one, 0);
}

function findBatteryType(
  pieces: readonly Equipment[],
  readValue: SiteSources["readValue"],
): number | null {
  for (const piece of pieces) {
    const value = findValue(piece, /^battery ?type$/i, readValue);
    if (value !== null) return value;
  }
  return null;
}

function findValue(
  { address, registers }: Equipment,
  name: RegExp,
  readValue: SiteSources["readValue"],
): number | null {
  const register = registers.find((one: Register) => name.test(one.name ?? ""));
  return register === undefined ? null : number(readValue(address + register.register));
}

function classOf(volts: RegisterValue | undefined): number | null {
  if (typeof volts !== "number" || volts <= 0) return null;
  return VOLTAGE_CLASSES.find(([below]) => volts <= below)?.[1] ?? HIGH_VOLTAGE;
}

function version(
  versions: Readonly<Record<string, string>> | undefined,
  component: string,
): string | null {
  const found = Object.entries(versions ?? {}).find(([name]) => name.toLowerCase() === component);
  return found?.[1] || null;
}

function registerOfSite(address: string): string {
  return address.slice(SITE_EQUIPMENT.length);
}

function codeOf({ address, typeCode }: Equipment): string {
  return typeCode ?? address.slice(0, 4);
}

function number(value: RegisterValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}

function text(value: RegisterValue | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
