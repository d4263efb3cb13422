import { ByteReader, ByteWriter, UnreadableBytes } from "./bytes.ts";
import type { SeriesLimits } from "./limits.ts";
import { decodeSegment, type Segment } from "./segment.ts";

type BufferLimits = Pick<
  SeriesLimits,
  "bufferBytes" | "bufferBatches" | "maxBufferBytes" | "maxBufferCells"
>;
/** Format of older rows without free space after the last batch, which are still read. */
const WITHOUT_ROOM = 1;
const VERSION = 2;
/** The row grows in steps of this many bytes. */
const ROOM = 8 * 1024;
/** Maximum size of the row that an emptied buffer keeps, bytes. */
const MAX_KEPT_ROOM = 8 * ROOM;

/** Multiplier that spreads close numbers, or multiples of a minute, evenly. */
const GOLDEN = 0x9e3779b1;

const headWriter = new ByteWriter();

/** A batch in the buffer, encoded as it came, explicit nulls included. */
type BufferedBatch = {
  readonly receivedAt: number;
  readonly data: Uint8Array;
  readonly cells: number;
  /** The first and the last instant, ms UTC. */
  readonly from: number;
  readonly to: number;
};
type Counted = Omit<BufferedBatch, "data">;
type ReadBatch = { receivedAt: number; segment: Segment };

/**
 * The newest batches in one row that is rewritten with each batch, so that a batch of any size costs one row written.
 * The row ends with zeros as free space and so mostly keeps its size: the database then writes only the changed page,
 * the last one.
 */
export class WriteBuffer {
  #row: Uint8Array<ArrayBuffer>;
  #length: number;
  #batches = 0;
  #cells = 0;
  #begunAt = 0;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  constructor() {
    this.#row = emptyRow(ROOM);
    this.#length = 1;
  }

  /**
   * Restores a buffer and passes on each batch.
   * @throws UnreadableBytes
   */
  static restore(
    row: Uint8Array<ArrayBuffer>,
    take: (segment: Segment, receivedAt: number) => void,
  ): WriteBuffer {
    const buffer = new WriteBuffer();
    // A row of an older release has no free space: it is converted and written with the next batch.
    const isOurs = row[0] === VERSION;
    if (isOurs) buffer.#row = row;
    for (const { data, receivedAt, end } of readBatches(row)) {
      const segment = decodeSegment(data);
      const { times, columns } = segment;
      const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0];
      const counted = { receivedAt, cells: times.length * columns.size, from, to };
      take(segment, receivedAt);
      if (isOurs) buffer.#count(end, counted);
      else buffer.add({ ...counted, data });
    }
    return buffer;
  }

  /** The stored row. */
  get row(): Uint8Array<ArrayBuffer> {
    return this.#row;
  }

  /** Used bytes of the row. */
  get length(): number {
    return this.#length;
  }

  get batches(): number {
    return this.#batches;
  }

  /** Instants × registers. */
  get cells(): number {
    return this.#cells;
  }

  /**
   * Returns a number of batches within a quarter of the given one, pseudo-random but constant for one buffer. Otherwise
   * sites that began together, as after a restart, would close their buffers in the same second.
   */
  about(batches: number): number {
    const least = Math.ceil(0.75 * batches);
    const most = Math.floor(1.25 * batches);
    return least + ((Math.imul(this.#begunAt, GOLDEN) >>> 8) % (most - least + 1));
  }

  /** Whether the buffer must be closed before this batch is added. */
  isFullFor(next: { data: Uint8Array; cells: number }, limits: BufferLimits): boolean {
    if (this.#batches === 0) return false;
    const { bufferBytes, bufferBatches, maxBufferBytes, maxBufferCells } = limits;
    const bytes = this.#length + next.data.length;
    return (
      (bytes > bufferBytes && this.#batches >= this.about(bufferBatches)) ||
      bytes > maxBufferBytes ||
      this.#cells + next.cells > maxBufferCells
    );
  }

  add({ data, ...counted }: BufferedBatch): void {
    headWriter.clear();
    headWriter.varint(data.length);
    headWriter.varint(counted.receivedAt);
    const head = headWriter.written();
    const length = this.#length + head.length + data.length;
    if (length > this.#row.length) {
      const larger = emptyRow(Math.ceil(length / ROOM) * ROOM);
      larger.set(this.#row);
      this.#row = larger;
    }
    this.#row.set(head, this.#length);
    this.#row.set(data, this.#length + head.length);
    this.#count(length, counted);
  }

  clear(): void {
    this.#row = this.#row.length > MAX_KEPT_ROOM ? emptyRow(ROOM) : this.#row.fill(0, 1);
    this.#length = 1;
    this.#batches = 0;
    this.#cells = 0;
    this.#from = Number.POSITIVE_INFINITY;
    this.#to = Number.NEGATIVE_INFINITY;
  }

  /** Yields batches in order of receipt. Batches without an instant from `from` to before `until` may be left out. */
  *read(
    wanted?: ReadonlySet<number>,
    from = Number.NEGATIVE_INFINITY,
    until = Number.POSITIVE_INFINITY,
  ): Iterable<ReadBatch> {
    // A request for last year must not decode the newest batches.
    if (this.#to < from || this.#from >= until) return;
    for (const { receivedAt, data } of readBatches(this.#row))
      yield { receivedAt, segment: decodeSegment(data, wanted) };
  }

  #count(length: number, { receivedAt, cells, from, to }: Counted): void {
    if (this.#batches === 0) this.#begunAt = receivedAt;
    this.#length = length;
    this.#batches += 1;
    this.#cells += cells;
    this.#from = Math.min(this.#from, from);
    this.#to = Math.max(this.#to, to);
  }
}

function emptyRow(size: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(size);
  row[0] = VERSION;
  return row;
}

type RawBatch = {
  receivedAt: number;
  data: Uint8Array;
  /** Position at which the next batch begins. */
  end: number;
};

function* readBatches(row: Uint8Array): Iterable<RawBatch> {
  const reader = new ByteReader(row);
  const version = reader.byte();
  if (version !== VERSION && version !== WITHOUT_ROOM)
    throw new UnreadableBytes(`buffer of unknown version ${version}`);
  const hasRoom = version === VERSION;
  while (!reader.atEnd) {
    const first = reader.varint();
    // No batch is empty, so the free space begins here.
    if (hasRoom && first === 0) return;
    const second = reader.varint();
    const [length, receivedAt] = hasRoom ? [first, second] : [second, first];
    const data = reader.bytes(length);
    yield { receivedAt, data, end: reader.position };
  }
}
