import { registerOf, SITE_EQUIPMENT } from "./address-parts.ts";
import { SITE_REGISTERS } from "./catalogue/site.ts";
import type { Equipment } from "./equipment.ts";
import type { Register, RegisterValue } from "./register.ts";

/** Result of checking a value for a register: the register's decimals, or the reason why it may not be written. */
export type SettingCheck =
  | { ok: true; precision: number }
  | { ok: false; reason: "unknown" | "readOnly" | "outOfRange" };

type Bounds = Pick<Register, "min" | "max" | "step" | "options">;

/** Checks a value against the limits of the logger's own description and those of the catalogue. */
export function checkSetting(
  equipment: readonly Equipment[],
  address: string,
  value: RegisterValue,
): SettingCheck {
  const described = findRegister(equipment, address);
  if (described === undefined) return { ok: false, reason: "unknown" };
  const known = address.startsWith(SITE_EQUIPMENT)
    ? SITE_REGISTERS[registerOf(address)]
    : undefined;
  if (described.access === "r" || known?.access === "r") return { ok: false, reason: "readOnly" };
  if (!fits(described.kind, value)) return { ok: false, reason: "outOfRange" };
  if (!within(described, value) || (known !== undefined && !within(known, value)))
    return { ok: false, reason: "outOfRange" };
  return {
    ok: true,
    precision: described.precision ?? known?.precision ?? decimalsOf(described.step ?? known?.step),
  };
}

/** Finds the register of a full address in a logger's equipment; undefined if it has none. */
export function findRegister(
  equipment: readonly Equipment[],
  address: string,
): Register | undefined {
  const piece = equipment.find((candidate) => address.startsWith(candidate.address));
  return piece?.registers.find((candidate) => candidate.register === registerOf(address));
}

/**
 * Returns whether a read-back equals the requested value, within half a unit of the register's last decimal.
 * @param precision number of decimals
 */
export function equalWithin(
  precision: number,
  asked: RegisterValue,
  readBack: RegisterValue,
): boolean {
  if (typeof asked !== "number" || typeof readBack !== "number") return asked === readBack;
  return Math.abs(asked - readBack) <= 0.5 * 10 ** -precision + Number.EPSILON * Math.abs(asked);
}

function fits(kind: Register["kind"], value: RegisterValue): boolean {
  return kind === "text"
    ? typeof value === "string"
    : typeof value === "number" && Number.isFinite(value);
}

function within(
  { min, max, step, options }: { [Name in keyof Bounds]?: Bounds[Name] | undefined },
  value: RegisterValue,
): boolean {
  if (typeof value !== "number") return true;
  if (options !== undefined && !Object.hasOwn(options, String(value))) return false;
  if (min !== undefined && value < min) return false;
  if (max !== undefined && value > max) return false;
  return step === undefined || isWhole((value - (min ?? 0)) / step);
}

function isWhole(steps: number): boolean {
  return Math.abs(steps - Math.round(steps)) <= 1e-6 * Math.max(1, Math.abs(steps));
}

/** Returns the number of decimals of a step: 0.05 → 2; without a step 3. */
function decimalsOf(step: number | undefined): number {
  if (step === undefined) return 3;
  const [, exponent] = step.toExponential().split("e");
  const mantissaDecimals = (step.toExponential().split("e")[0]?.split(".")[1] ?? "").length;
  return Math.max(0, mantissaDecimals - Number(exponent));
}
