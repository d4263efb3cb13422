import { decodeSegment, type Segment } from "#durable-objects/site/series/segment.ts";
import { WriteBuffer } from "#durable-objects/site/series/write-buffer.ts";

/** Runs a query of a site's database. */
type Select = <Row>(query: string) => Iterable<Row>;
/** In how many places a value lies. */
type Copies = {
  /** In the merged history: one, and no more. */
  merged: number;
  /** In closed chunks and the tail: one for each frame that brought it, until all are merged. */
  fresh: number;
};

/**
 * Where every value of a site's store lies, piece for piece. The store's own reading merges what lies in several
 * places: in its output no value could ever be found twice.
 */
export class RawSamples {
  readonly #registers = new Map<string, Map<number, Copies>>();

  constructor(select: Select) {
    const addresses = readAddresses(select);
    const take = (where: keyof Copies, { times, columns }: Segment) => {
      for (const [id, column] of columns) {
        const register = this.#registerOf(addresses[id] ?? `no. ${id}`);
        for (const [index, value] of column.entries())
          if (value !== null) copiesOf(register, times[index] ?? 0)[where] += 1;
      }
    };
    const read = (table: string) =>
      [...select<{ data: ArrayBuffer }>(`SELECT data FROM ${table}`)].map(
        ({ data }) => new Uint8Array(data),
      );
    for (const data of read("series_block")) take("merged", decodeSegment(data));
    for (const data of read("series_chunk")) take("fresh", decodeSegment(data));
    for (const data of read("series_tail"))
      WriteBuffer.restore(data, (segment) => take("fresh", segment));
  }

  /**
   * @param brought how many frames brought the value of a register and instant
   * @returns values that lie twice in the merged history or in more places than frames brought them, and values that
   * no logger sent
   */
  judge(brought: (address: string, at: number) => number): { doubled: number; foreign: number } {
    const found = { doubled: 0, foreign: 0 };
    for (const [address, register] of this.#registers)
      for (const [at, { merged, fresh }] of register) {
        const times = brought(address, at);
        if (times === 0) found.foreign += 1;
        else if (merged > 1 || merged + fresh > times) found.doubled += 1;
      }
    return found;
  }

  #registerOf(address: string): Map<number, Copies> {
    const held = this.#registers.get(address) ?? new Map<number, Copies>();
    this.#registers.set(address, held);
    return held;
  }
}

function copiesOf(register: Map<number, Copies>, at: number): Copies {
  const held = register.get(at) ?? { merged: 0, fresh: 0 };
  register.set(at, held);
  return held;
}

function readAddresses(select: Select): string[] {
  const query = `SELECT addresses FROM series_registers ORDER BY part`;
  return [...select<{ addresses: string }>(query)].flatMap(
    ({ addresses }) => addresses.match(/.{10}/g) ?? [],
  );
}
