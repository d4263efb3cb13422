import { staleCheckWhen } from "#domain/history/stale.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";

/**
 * Knows which registers are checked for stale values: registers that the logger described, and those of the site as a
 * whole.
 */
export class StaleCheckedRegisters {
  readonly #equipment: { readonly tree: readonly Equipment[] };
  #tree: readonly Equipment[] | null = null;
  #addresses: ReadonlySet<string> = new Set();

  constructor(equipment: { readonly tree: readonly Equipment[] }) {
    this.#equipment = equipment;
  }

  has(address: string): boolean {
    const { tree } = this.#equipment;
    if (this.#tree !== tree) {
      this.#tree = tree;
      this.#addresses = new Set(tree.flatMap(staleCheckedOf));
    }
    return isStaleCheckedOfSite(address) || this.#addresses.has(address);
  }
}

/** Whether a register of the site as a whole, known from the catalogue, is checked for stale values. */
export function isStaleCheckedOfSite(address: string): boolean {
  return OF_SITE.has(address);
}

const OF_SITE: ReadonlySet<string> = new Set(
  Object.entries(SITE_REGISTERS).flatMap(([register, known]) => {
    const address = SITE_EQUIPMENT + register;
    return staleCheckWhen(address, known) === "always" ? [address] : [];
  }),
);

/** Whether a register is a lifetime counter of the site as a whole, from which energies are read. */
export function isCounterOfSite(address: string): boolean {
  return COUNTERS.has(address);
}

const COUNTERS: ReadonlySet<string> = new Set(
  Object.entries(SITE_REGISTERS).flatMap(([register, { kind }]) =>
    kind === "counter" ? [SITE_EQUIPMENT + register] : [],
  ),
);

function staleCheckedOf(piece: Equipment): string[] {
  return piece.registers.flatMap((register) => {
    const described = describeRegister(piece, register);
    return staleCheckWhen(described.address, described) === "always" ? [described.address] : [];
  });
}
