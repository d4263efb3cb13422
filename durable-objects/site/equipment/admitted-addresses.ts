import type { Equipment } from "#domain/registers/equipment.ts";

const REGISTER_LENGTH = 10;
const EQUIPMENT_LENGTH = 6;
/** Ten times the largest tree: a site that adds 500 registers every day reaches it after 72 days. */
const MAX_REGISTERS = 40_000;
const MAX_EQUIPMENT = 4_000;

type Admitted = { registers: ReadonlySet<string>; equipment: ReadonlySet<string> };
type Tree = readonly Equipment[];

/**
 * The registers and pieces of equipment of all stored trees of the site, so that they are not new when they return. One
 * row holds all of them. It is read only when a tree has more than the previous one, and written only when something is
 * added. Above the maximum, those absent for longest are removed.
 *
 * An older release does not change the row: the addresses that it admits are added when its tree is replaced.
 */
export class AdmittedAddresses {
  readonly #sql: SqlStorage;
  #held: Admitted | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  hasRegister(address: string): boolean {
    return this.#admitted.registers.has(address);
  }

  hasEquipment(address: string): boolean {
    return this.#admitted.equipment.has(address);
  }

  /**
   * Adds the registers and pieces of equipment of two trees.
   * @param replaced the tree until now, which an older release may have stored
   * @param tree the tree from now on
   */
  add(replaced: Tree, tree: Tree): void {
    const pieces = [...replaced, ...tree];
    const before = this.#admitted;
    const registers = join(before.registers, pieces.flatMap(registersOf), MAX_REGISTERS);
    const equipment = join(
      before.equipment,
      pieces.map(({ address }) => address),
      MAX_EQUIPMENT,
    );
    if (registers === before.registers && equipment === before.equipment) return;
    this.#sql.exec(
      `INSERT OR REPLACE INTO admitted_addresses (id, registers, equipment) VALUES (1, ?, ?)`,
      [...registers].join(""),
      [...equipment].join(""),
    );
    this.#held = { registers, equipment };
  }

  get #admitted(): Admitted {
    this.#held ??= this.#read();
    return this.#held;
  }

  #read(): Admitted {
    const query = `SELECT registers, equipment FROM admitted_addresses`;
    const [row] = this.#sql.exec<{ registers: string; equipment: string }>(query).toArray();
    return {
      registers: unpack(row?.registers ?? "", REGISTER_LENGTH),
      equipment: unpack(row?.equipment ?? "", EQUIPMENT_LENGTH),
    };
  }
}

function registersOf({ address, registers }: Equipment): string[] {
  return registers.map(({ register }) => address + register);
}

/**
 * Returns the same set if nothing is added; otherwise present addresses come last, and the first ones are removed above
 * the limit.
 */
function join(
  before: ReadonlySet<string>,
  present: readonly string[],
  most: number,
): ReadonlySet<string> {
  if (present.every((address) => before.has(address))) return before;
  const now = new Set(present);
  const absent = [...before].filter((address) => !now.has(address));
  return new Set([...absent, ...now].slice(-most));
}

function unpack(packed: string, length: number): Set<string> {
  const addresses = new Set<string>();
  for (let start = 0; start < packed.length; start += length)
    addresses.add(packed.slice(start, start + length));
  return addresses;
}
