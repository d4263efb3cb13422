import { registerOf } from "./address-parts.ts";
import { type CatalogueSite, completeFromCatalogue } from "./catalogue/find-in-catalogue.ts";
import type { Equipment } from "./equipment.ts";
import { brokenLimit, intersectLimits, type LimitKind, type Limits } from "./limits.ts";
import type { Register, RegisterValue } from "./register.ts";

/**
 * Result of checking a value for a register: the register's decimals, or the reason why it may not be written, with
 * the limit that the value breaks and all limits that hold.
 */
export type SettingCheck =
  | { ok: true; precision: number }
  | { ok: false; reason: "unknown" | "readOnly" }
  | { ok: false; reason: "outOfRange"; limit: LimitKind; limits: Limits };

/**
 * Checks a value against the limits of the logger's own description and those of the catalogue; both apply.
 * @param site where the equipment is, for entries of the catalogue that depend on it
 */
export function checkSetting(
  equipment: readonly Equipment[],
  address: string,
  value: RegisterValue,
  site: CatalogueSite = {},
): SettingCheck {
  const piece = findPiece(equipment, address);
  const described = findRegister(equipment, address);
  if (piece === undefined || described === undefined) return { ok: false, reason: "unknown" };
  const known = completeFromCatalogue(piece, described, site);
  if (described.access === "r" || known?.access === "r") return { ok: false, reason: "readOnly" };
  const limit = brokenLimit(described.kind, described, known, value);
  if (limit !== null)
    return { ok: false, reason: "outOfRange", limit, limits: intersectLimits(described, known) };
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
  const registers = findPiece(equipment, address)?.registers;
  return registers?.find((candidate) => candidate.register === registerOf(address));
}

/** Finds the piece of equipment of a full address; undefined if the logger has none. */
export function findPiece(equipment: readonly Equipment[], address: string): Equipment | undefined {
  return equipment.find((candidate) => address.startsWith(candidate.address));
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

/** Returns the number of decimals of a step: 0.05 → 2; without a step 3. */
function decimalsOf(step: number | undefined): number {
  if (step === undefined) return 3;
  const [, exponent] = step.toExponential().split("e");
  const mantissaDecimals = (step.toExponential().split("e")[0]?.split(".")[1] ?? "").length;
  return Math.max(0, mantissaDecimals - Number(exponent));
}
