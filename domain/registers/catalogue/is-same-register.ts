import type { Register } from "../register.ts";
import type { CatalogueRegister } from "./catalogue-register.ts";

/**
 * Returns whether an entry of the catalogue is the register that a logger describes. One of another kind or unit is
 * another register that happens to have the number, and is described by its logger alone.
 */
export function isSameRegister(
  entry: CatalogueRegister,
  register: Pick<Register, "kind" | "unit">,
): boolean {
  if (natureOf(entry.kind) !== natureOf(register.kind)) return false;
  return register.unit === undefined || register.unit === (entry.unit ?? "");
}

/** A setting with options may be described as a setting or as an enum. */
function natureOf(kind: Register["kind"]): Register["kind"] {
  return kind === "enum" ? "setting" : kind;
}
