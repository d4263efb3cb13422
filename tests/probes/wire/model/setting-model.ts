import type { PlainEquipment, PlainRegister, Value } from "./plain.ts";

/** The register of an address, and the decimals within which a read-back equals; null where it may not be set so. */
export function mayBeSet(
  tree: readonly PlainEquipment[],
  address: string,
  value: Value,
): { precision: number } | null {
  const piece = tree.find((one) => one.address === address.slice(0, 6));
  const register = piece?.registers.find((one) => one.register === address.slice(6));
  if (register === undefined || register.access === "r") return null;
  if (register.kind === "text") return typeof value === "string" ? { precision: 0 } : null;
  if (typeof value !== "number" || !isAllowed(register, value)) return null;
  if (register.precision !== undefined) return { precision: register.precision };
  // A step of whole numbers leaves no decimals; nothing said leaves three.
  return { precision: register.step === undefined ? 3 : 0 };
}

function isAllowed({ min, max, step, precision, options }: PlainRegister, value: number): boolean {
  if (options !== undefined && !(String(value) in options)) return false;
  if (min !== undefined && value < min) return false;
  if (max !== undefined && value > max) return false;
  if (precision !== undefined && Number(value.toFixed(precision)) !== value) return false;
  return step === undefined || Number.isInteger((value - (min ?? 0)) / step);
}

export function isEqual(precision: number, one: Value, other: Value): boolean {
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  return Math.abs(one - other) <= 0.5 * 10 ** -precision + 1e-9;
}
