import { judgedWhen } from "#domain/history/stale.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { describeRegister } from "#domain/registers/describe-register.ts";
import type { Equipment } from "#domain/registers/equipment.ts";

/** Which registers are told to be frozen: of those that the logger described, and of the site's own. */
export class JudgedRegisters {
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
      this.#addresses = new Set(tree.flatMap(judgedOf));
    }
    return isJudgedOfSite(address) || this.#addresses.has(address);
  }
}

/** Those of the site as a whole, whose registers everybody knows. */
export function isJudgedOfSite(address: string): boolean {
  return OF_SITE.has(address);
}

const OF_SITE: ReadonlySet<string> = new Set(
  Object.entries(SITE_REGISTERS).flatMap(([register, known]) => {
    const address = SITE_EQUIPMENT + register;
    return judgedWhen(address, known) === "always" ? [address] : [];
  }),
);

/** Lifetime counters of the site as a whole, which its energies are read from. */
export function isCounterOfSite(address: string): boolean {
  return COUNTERS.has(address);
}

const COUNTERS: ReadonlySet<string> = new Set(
  Object.entries(SITE_REGISTERS).flatMap(([register, { kind }]) =>
    kind === "counter" ? [SITE_EQUIPMENT + register] : [],
  ),
);

function judgedOf(piece: Equipment): string[] {
  return piece.registers.flatMap((register) => {
    const described = describeRegister(piece, register);
    return judgedWhen(described.address, described) === "always" ? [described.address] : [];
  });
}
