import { registerOf, SITE_EQUIPMENT } from "./address-parts.ts";
import { SITE_REGISTERS } from "./catalogue/site.ts";
import type { Equipment } from "./equipment.ts";
import type { Register, RegisterValue } from "./register.ts";

/** Whether a value may be written to a register: `unknown` register, `readOnly`, or `outOfRange`. */
export type SettingCheck =
  | { ok: true; precision: number }
  | { ok: false; reason: "unknown" | "readOnly" | "outOfRange" };

type Bounds = Pick<Register, "min" | "max" | "step" | "options">;

/** Checks a value against the logger's own description and the catalogue: where both limit it, both hold. */
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

/** The register of an address in a logger's tree. */
export function findRegister(
  equipment: readonly Equipment[],
  address: string,
): Register | undefined {
  const piece = equipment.find((candidate) => address.startsWith(candidate.address));
  return piece?.registers.find((candidate) => candidate.register === registerOf(address));
}

/** Whether a read-back equals the value asked for, within the register's decimals. */
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

/** 0.05 → 2; nothing known → 3. */
function decimalsOf(step: number | undefined): number {
  if (step === undefined) return 3;
  const [, exponent] = step.toExponential().split("e");
  const mantissaDecimals = (step.toExponential().split("e")[0]?.split(".")[1] ?? "").length;
  return Math.max(0, mantissaDecimals - Number(exponent));
}
