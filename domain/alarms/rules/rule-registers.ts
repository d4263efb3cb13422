import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { type DescribedRegister, describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";

/** A register on which a rule may be made, with its bounds in its unit. */
export type RuleRegister = Pick<DescribedRegister, "address" | "kind" | "unit" | "options"> & {
  min: number | undefined;
  max: number | undefined;
};

/** Returns all registers of a tree by address. */
export function indexRegisters(equipment: readonly Equipment[]): Map<string, RuleRegister> {
  const index = new Map<string, RuleRegister>();
  for (const piece of equipment) {
    for (const register of piece.registers) {
      const { address, kind, unit, options } = describeRegister(piece, register);
      const known =
        piece.address === SITE_EQUIPMENT ? SITE_REGISTERS[register.register] : undefined;
      const min = register.min ?? known?.min;
      const max = register.max ?? known?.max;
      index.set(address, { address, kind, unit, options, min, max });
    }
  }
  return index;
}

/** Returns whether limits can be set on a register: its values are quantities. */
export function isNumeric({ kind, options }: RuleRegister): boolean {
  return kind === "gauge" || kind === "counter" || (kind === "setting" && options === undefined);
}

/** Returns whether a rule "is one of" can be made on a register: its values are states or texts. */
export function isListed({ kind, options }: RuleRegister): boolean {
  return kind === "enum" || kind === "text" || (kind === "setting" && options !== undefined);
}
