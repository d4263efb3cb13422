import { type Equipment, equipmentTree } from "#domain/registers/equipment.ts";
import type { KeyValueStore } from "../key-value-store.ts";

const KEY = "equipment";

/** The equipment as the logger described it last. */
export class EquipmentRecord {
  readonly #kv: KeyValueStore;
  #tree: readonly Equipment[] | null = null;
  #addresses: ReadonlySet<string> | null = null;

  constructor(kv: KeyValueStore) {
    this.#kv = kv;
  }

  get tree(): readonly Equipment[] {
    this.#tree ??= this.#kv.read(KEY, equipmentTree) ?? [];
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

  /** Whether a tree equals the stored one. */
  isSame(tree: readonly Equipment[]): boolean {
    return this.#kv.isWritten(KEY, tree);
  }

  /**
   * Replaces the tree.
   * @returns whether it changed
   */
  replace(tree: readonly Equipment[]): boolean {
    if (!this.#kv.write(KEY, tree)) return false;
    this.#tree = tree;
    this.#addresses = null;
    return true;
  }
}
