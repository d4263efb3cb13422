import { SITE_EQUIPMENT } from "../registers/address-parts.ts";
import type { Register } from "../registers/register.ts";
import { hasTwoOutputPhases } from "./device-families.ts";
import { type EquipmentTypeName, equipmentTypeOf } from "./equipment-types.ts";

/** Parts of a site with curves by phase (specification, section 3), and the battery. */
export const CURVE_PARTS = [
  "load",
  "criticalLoad",
  "normalLoad",
  "inverter",
  "acInput",
  "generator",
  "solar",
  "pvInverter",
  "battery",
] as const;
export type CurvePart = (typeof CURVE_PARTS)[number];

export const CURVE_QUANTITIES = ["power", "voltage", "current", "soc"] as const;
export type CurveQuantity = (typeof CURVE_QUANTITIES)[number];

/** One quantity of a part, as one piece of equipment measures it on its phases. */
export type PhaseCurves = {
  part: CurvePart;
  quantity: CurveQuantity;
  /** Address of the piece of equipment. */
  equipment: string;
  /** Full addresses of the registers by phase: 0 is u, 1 is v, 2 is w; null has no phase. */
  lines: readonly { address: string; phase: 0 | 1 | 2 | null }[];
};

type DescribedRegister = Pick<Register, "register" | "kind" | "access" | "name" | "unit">;
type Piece = { address: string; registers: readonly DescribedRegister[] };

type Options = {
  systemCode: number | null;
  /** Whether curves of single pieces of equipment may be read, and not only those of the site as a whole. */
  withEquipment: boolean;
  /** Whether the load of the site has a curve of its phase even if there is only one. */
  withSinglePhase: boolean;
};

const UNITS: Readonly<Record<CurveQuantity, string>> = {
  power: "W",
  voltage: "V",
  current: "A",
  soc: "%",
};

/** Registers of the site as a whole, by phase (logger protocol). */
const OF_SITE: readonly (readonly [CurvePart, CurveQuantity, readonly string[]])[] = [
  ["load", "power", ["0121", "0122", "0123"]],
  ["load", "voltage", ["0128", "0129", "012A"]],
  ["acInput", "power", ["0111", "0112", "0113"]],
  ["acInput", "voltage", ["0118", "0119", "011A"]],
  ["generator", "power", ["0141", "0142", "0143"]],
  ["solar", "power", ["0101", "0102", "0103"]],
  ["battery", "voltage", ["0131"]],
  ["battery", "current", ["0132"]],
  ["battery", "soc", ["0134"]],
];

/** Part of a register by its name without quantity and phase: "AC input power u" is one of "acinput". */
const PART_OF_NAME: Readonly<Record<string, CurvePart>> = {
  load: "load",
  output: "load",
  acoutput: "load",
  criticalload: "criticalLoad",
  backup: "criticalLoad",
  backupoutput: "criticalLoad",
  backedupoutput: "criticalLoad",
  normalload: "normalLoad",
  inverter: "inverter",
  input: "acInput",
  acinput: "acInput",
  grid: "acInput",
  mains: "acInput",
  generator: "generator",
  pv: "solar",
  solar: "solar",
  pvinverter: "pvInverter",
};
/** Part of a register whose name does not mention one, by the type of its equipment. */
const PART_OF_TYPE: Partial<Record<EquipmentTypeName, CurvePart>> = {
  inverter: "inverter",
  pcs: "inverter",
  pvInverter: "pvInverter",
  generator: "generator",
};
/** Names that do not mention a part. */
const NO_PART = ["", "ac"];
/** The output of these is the equipment itself, not the load. */
const SOURCES: readonly EquipmentTypeName[] = ["pvInverter", "generator"];
/** Parts behind the output of the inverters. */
const AT_OUTPUT: readonly CurvePart[] = ["load", "criticalLoad", "normalLoad", "inverter"];

const ON_A_PHASE = /^(.*)(power|voltage|current)(?:phase)?(u|v|w|l1|l2|l3)$/;
const OF_BATTERY: Readonly<Record<string, CurveQuantity>> = {
  voltage: "voltage",
  batteryvoltage: "voltage",
  current: "current",
  batterycurrent: "current",
  soc: "soc",
  batterysoc: "soc",
  stateofcharge: "soc",
};

/**
 * Finds the curves by phase that a site can show: several phases of one quantity, first those of the site as a whole,
 * and voltage, current and charge of its battery. Registers of equipment are recognised by their English names.
 * @param tree the equipment as its logger described it
 */
export function findPhaseCurves(
  tree: readonly Piece[],
  { systemCode, withEquipment, withSinglePhase }: Options,
): PhaseCurves[] {
  const site = tree.filter(({ address }) => address === SITE_EQUIPMENT);
  const others = withEquipment ? tree.filter(({ address }) => address !== SITE_EQUIPMENT) : [];
  const found = [...site.flatMap(curvesOfSite), ...others.flatMap(curvesOfPiece)].flatMap((one) => {
    const isOutput = AT_OUTPUT.includes(one.part);
    const count = isOutput && systemCode !== null && hasTwoOutputPhases(systemCode) ? 2 : 3;
    const lines = one.lines.filter(({ phase }) => phase === null || phase < count);
    const isAlone =
      one.part === "battery" ||
      (withSinglePhase && one.part === "load" && one.equipment === SITE_EQUIPMENT);
    return lines.length >= (isAlone ? 1 : 2) ? [{ ...one, lines }] : [];
  });
  const rank = ({ part, quantity }: PhaseCurves) =>
    CURVE_PARTS.indexOf(part) * CURVE_QUANTITIES.length + CURVE_QUANTITIES.indexOf(quantity);
  return found.toSorted((one, other) => rank(one) - rank(other));
}

function curvesOfSite({ registers }: Piece): PhaseCurves[] {
  const known = new Set(registers.map(({ register }) => register));
  return OF_SITE.map(([part, quantity, numbers]) => ({
    part,
    quantity,
    equipment: SITE_EQUIPMENT,
    lines: numbers.flatMap((register, phase) =>
      known.has(register)
        ? [
            {
              address: SITE_EQUIPMENT + register,
              phase: part === "battery" ? null : (phase as 0 | 1 | 2),
            },
          ]
        : [],
    ),
  }));
}

function curvesOfPiece({ address: equipment, registers }: Piece): PhaseCurves[] {
  const type = equipmentTypeOf(equipment.slice(0, 4));
  const found = new Map<string, PhaseCurves>();
  for (const { register, kind, access, name = "", unit } of registers) {
    if (kind !== "gauge" || access !== "r") continue;
    const subject = type === "battery" ? subjectOfBattery(name) : subjectOf(name, type);
    if (subject === null || unit !== UNITS[subject.quantity]) continue;
    const { part, quantity, phase } = subject;
    const key = `${part} ${quantity}`;
    const lines = found.get(key)?.lines ?? [];
    if (lines.some((line) => line.phase === phase)) continue;
    found.set(key, {
      ...{ part, quantity, equipment },
      lines: [...lines, { address: equipment + register, phase }].toSorted(
        (one, other) => (one.phase ?? 0) - (other.phase ?? 0),
      ),
    });
  }
  return [...found.values()];
}

type Subject = { part: CurvePart; quantity: CurveQuantity; phase: 0 | 1 | 2 | null };

function subjectOf(name: string, type: EquipmentTypeName): Subject | null {
  const [, stem = "", quantity, phase = ""] = ON_A_PHASE.exec(normalizeName(name)) ?? [];
  if (quantity === undefined) return null;
  const named = Object.hasOwn(PART_OF_NAME, stem) ? PART_OF_NAME[stem] : undefined;
  const isItself = NO_PART.includes(stem) || (named === "load" && SOURCES.includes(type));
  const part = isItself ? PART_OF_TYPE[type] : named;
  if (part === undefined) return null;
  const index = ["u", "v", "w"].indexOf(phase);
  const number = index >= 0 ? index : Number(phase.slice(1)) - 1;
  return { part, quantity: quantity as CurveQuantity, phase: number as 0 | 1 | 2 };
}

function subjectOfBattery(name: string): Subject | null {
  const normal = normalizeName(name);
  const quantity = Object.hasOwn(OF_BATTERY, normal) ? OF_BATTERY[normal] : undefined;
  return quantity === undefined ? null : { part: "battery", quantity, phase: null };
}

/** Returns a name as letters and digits, because loggers write "AC input voltage u" or "acInputVoltageU". */
function normalizeName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
