import { z } from "zod";
import { type Equipment, equipmentTree, MAX_EQUIPMENT } from "#domain/registers/equipment.ts";
import type { KeyValueStore } from "../key-value-store.ts";

const KEY = "equipment";
const ALIASES_KEY = "equipmentAliases";
/** Names that users gave, by the address of the equipment. */
const aliases = z.record(z.string(), z.string());
/** Aliases of absent equipment are removed above this number of aliases. */
const MAX_ALIASES = 2 * MAX_EQUIPMENT;

/** The equipment as the logger described it last, with the names that users gave. */
export class EquipmentRecord {
  readonly #kv: KeyValueStore;
  #tree: readonly Equipment[] | null = null;
  #addresses: ReadonlySet<string> | null = null;

  constructor(kv: KeyValueStore) {
    this.#kv = kv;
  }

  get tree(): readonly Equipment[] {
    this.#tree ??= this.withAliases(this.#ofLogger);
    return this.#tree;
  }

  get #ofLogger(): readonly Equipment[] {
    return this.#kv.read(KEY, equipmentTree) ?? [];
  }

  get #aliases(): Readonly<Record<string, string>> {
    return this.#kv.read(ALIASES_KEY, aliases) ?? {};
  }

  /** Returns a tree of the logger with the names that users gave. */
  withAliases(tree: readonly Equipment[]): readonly Equipment[] {
    const given = this.#aliases;
    if (Object.keys(given).length === 0) return tree;
    return tree.map((piece) => {
      const alias = Object.hasOwn(given, piece.address) ? given[piece.address] : undefined;
      return alias === undefined ? piece : { ...piece, alias };
    });
  }

  /** The name of a piece of equipment from its logger; undefined if the logger sends none. */
  loggerAliasOf(equipmentAddress: string): string | undefined {
    return this.#ofLogger.find(({ address }) => address === equipmentAddress)?.alias;
  }

  /**
   * Stores the name that a user gives a piece of equipment of the tree.
   * @param alias empty for the name from the logger
   * @returns whether the name changed; null if the tree has no such equipment
   */
  rename(equipmentAddress: string, alias: string): boolean | null {
    if (this.find(equipmentAddress) === undefined) return null;
    const { [equipmentAddress]: _, ...others } = this.#aliases;
    const present = new Set(this.tree.map(({ address }) => address));
    const kept =
      Object.keys(others).length < MAX_ALIASES
        ? others
        : Object.fromEntries(Object.entries(others).filter(([address]) => present.has(address)));
    const isOwn = alias !== "" && alias !== this.loggerAliasOf(equipmentAddress);
    const written = isOwn ? { ...kept, [equipmentAddress]: alias } : kept;
    if (!this.#kv.write(ALIASES_KEY, written)) return false;
    this.#tree = null;
    return true;
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
    this.#tree = this.withAliases(tree);
    this.#addresses = null;
    return true;
  }
}
