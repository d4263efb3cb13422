import type { PlainRegister, Value } from "./diary.ts";

/** Whether a value may be set. */
export function mayBeSet(register: PlainRegister | undefined, value: Value): boolean {
  if (register === undefined || register.access === "r") return false;
  if (register.kind === "text") return typeof value === "string";
  if (typeof value !== "number") return false;
  const { options, min = -Infinity, max = Infinity, step } = register;
  if (options !== undefined && !Object.keys(options).includes(String(value))) return false;
  if (value < min || value > max) return false;
  if (register.precision !== undefined && Number(value.toFixed(register.precision)) !== value)
    return false;
  return step === undefined || Number.isInteger((value - (register.min ?? 0)) / step);
}

/** Whether a read-back equals within half a unit of the register's last decimal. */
export function isEqual(register: PlainRegister | undefined, asked: Value, read: Value): boolean {
  if (typeof asked !== "number" || typeof read !== "number") return asked === read;
  // A whole step leaves no decimals; where nothing is said there are three.
  const decimals = register?.precision ?? (register?.step === undefined ? 3 : 0);
  return Math.abs(asked - read) <= 0.5 / 10 ** decimals + 1e-9;
}
