const ADDRESS_LENGTH = 10;
/** A row that is longer gets no more addresses, because adding some writes all of it. */
const MAX_ROW_LENGTH = 40_000;

/**
 * The small numbers that replace register addresses in stored samples: the index of an address in the order of first
 * use. They are never reused. Each wake-up reads all rows, so new addresses are added to the last one.
 */
export class RegisterIds {
  readonly #sql: SqlStorage;
  readonly #addresses: string[] = [];
  readonly #ids = new Map<string, number>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    const query = `SELECT addresses FROM series_registers ORDER BY part`;
    for (const { addresses } of sql.exec<{ addresses: string }>(query))
      for (let start = 0; start < addresses.length; start += ADDRESS_LENGTH)
        this.#keep(addresses.slice(start, start + ADDRESS_LENGTH));
  }

  get addresses(): readonly string[] {
    return this.#addresses;
  }

  idOf(address: string): number | undefined {
    return this.#ids.get(address);
  }

  /**
   * Returns a check whether addresses fit: those with an id, and others while there is room. Each address must be
   * checked once.
   */
  admission(most: number): (address: string) => boolean {
    let room = most - this.#addresses.length;
    return (address) => {
      if (this.#ids.has(address)) return true;
      room -= 1;
      return room >= 0;
    };
  }

  /** Yields the ids of wanted addresses in the order of first use. */
  *idsOf(isWanted: (address: string) => boolean): Iterable<number> {
    for (const [id, address] of this.#addresses.entries()) if (isWanted(address)) yield id;
  }

  /** Returns the ids of those addresses that have one. */
  knownOf(addresses: Iterable<string>): ReadonlySet<number> {
    const ids = new Set<number>();
    for (const address of addresses) {
      const id = this.#ids.get(address);
      if (id !== undefined) ids.add(id);
    }
    return ids;
  }

  /** Converts a map by id to a map by address. */
  named<Found>(byId: ReadonlyMap<number, Found>): Map<string, Found> {
    return new Map([...byId].map(([id, one]) => [this.addressOf(id), one]));
  }

  addressOf(id: number): string {
    const address = this.#addresses[id];
    if (address === undefined) throw new Error(`no register has the id ${id}`);
    return address;
  }

  /** Returns the addresses without an id. */
  unknownOf(addresses: Iterable<string>): string[] {
    const unknown: string[] = [];
    for (const address of addresses) if (!this.#ids.has(address)) unknown.push(address);
    return unknown;
  }

  /** Assigns ids to addresses without one. */
  admit(addresses: Iterable<string>): void {
    const unknown = this.unknownOf(addresses);
    if (unknown.length === 0) return;
    for (const address of unknown)
      if (address.length !== ADDRESS_LENGTH) throw new RangeError("not a register address");
    const added = unknown.join("");
    const { rowsWritten } = this.#sql.exec(
      `UPDATE series_registers SET addresses = addresses || ?
        WHERE part = (SELECT max(part) FROM series_registers) AND length(addresses) <= ?`,
      added,
      MAX_ROW_LENGTH,
    );
    if (rowsWritten === 0)
      this.#sql.exec(`INSERT INTO series_registers (addresses) VALUES (?)`, added);
    for (const address of unknown) this.#keep(address);
  }

  #keep(address: string): void {
    this.#ids.set(address, this.#addresses.length);
    this.#addresses.push(address);
  }
}
