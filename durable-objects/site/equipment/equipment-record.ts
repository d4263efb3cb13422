import { type Equipment, equipmentTree } from "#domain/registers/equipment.ts";
import type { Facts } from "../facts.ts";

const FACT = "equipment";

/** The equipment as the logger described it last. */
export class EquipmentRecord {
  readonly #facts: Facts;
  #tree: readonly Equipment[] | null = null;
  #addresses: ReadonlySet<string> | null = null;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  get tree(): readonly Equipment[] {
    this.#tree ??= this.#facts.read(FACT, equipmentTree) ?? [];
    return this.#tree;
  }

  /** Whether the logger described this register. */
  knows(registerAddress: string): boolean {
    this.#addresses ??= new Set(
      this.tree.flatMap(({ address, registers }) =>
        registers.map(({ register }) => address + register),
      ),
    );
    return this.#addresses.has(registerAddress);
  }

  find(equipmentAddress: string): Equipment | undefined {
    return this.tree.find(({ address }) => address === equipmentAddress);
  }

  /** Whether the logger described the same last. */
  isSame(tree: readonly Equipment[]): boolean {
    return this.#facts.isWritten(FACT, tree);
  }

  /** Whether it was another one before. */
  replace(tree: readonly Equipment[]): boolean {
    if (!this.#facts.write(FACT, tree)) return false;
    this.#tree = tree;
    this.#addresses = null;
    return true;
  }
}
