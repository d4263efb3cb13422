import { describeSetting } from "#domain/registers/describe-setting.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

/**
 * Knows which registers hold secrets, by the logger's description or the catalogue. Their values are never stored as
 * samples and never sent to a viewer, whatever the logger uploads or answers.
 */
export class SecretRegisters {
  readonly #site: { readonly equipment: readonly Equipment[] };
  #tree: readonly Equipment[] | null = null;
  #addresses: ReadonlySet<string> = new Set();

  constructor(site: { readonly equipment: readonly Equipment[] }) {
    this.#site = site;
  }

  has(address: string): boolean {
    const { equipment } = this.#site;
    if (this.#tree !== equipment) {
      this.#tree = equipment;
      this.#addresses = new Set(equipment.flatMap(secretsOf));
    }
    return this.#addresses.has(address);
  }

  /** Returns values with null for each secret. */
  hide(values: Readonly<Record<string, RegisterValue>>): Record<string, RegisterValue> {
    return Object.fromEntries(
      Object.entries(values).map(([address, value]) => [address, this.has(address) ? null : value]),
    );
  }
}

function secretsOf(piece: Equipment): string[] {
  return piece.registers.flatMap((register) => {
    const isSecret = register.secret === true || describeSetting(piece, register).secret === true;
    return isSecret ? piece.address + register.register : [];
  });
}
