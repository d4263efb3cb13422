import { ByteReader, ByteWriter, UnreadableBytes } from "./bytes.ts";
import type { SeriesLimits } from "./limits.ts";
import { decodeSegment, type Segment } from "./segment.ts";

type BufferLimits = Pick<
  SeriesLimits,
  "bufferBytes" | "bufferBatches" | "maxBufferBytes" | "maxBufferCells"
>;
/** Of a row that has nothing after its last batch; it is still read. */
const WITHOUT_ROOM = 1;
const VERSION = 2;
/** The row grows by so much, in bytes. */
const ROOM = 8 * 1024;
/** What an emptied buffer keeps of its room. */
const KEPT_ROOM = 8 * ROOM;

/** Spreads numbers that are close to each other, or multiples of a minute, evenly. */
const GOLDEN = 0x9e3779b1;

const headWriter = new ByteWriter();

/** A batch in the buffer: encoded as it came, explicit nulls included. */
type BufferedBatch = {
  readonly receivedAt: number;
  readonly data: Uint8Array;
  readonly cells: number;
  /** Its first and its last instant. */
  readonly from: number;
  readonly to: number;
};
type Counted = Omit<BufferedBatch, "data">;
type ReadBatch = { receivedAt: number; segment: Segment };

/**
 * The newest batches, one after the other in one row that is rewritten with each: a batch costs one row written,
 * whatever it holds. After the last of them the row has room, all zeros, so that it mostly keeps its size: then the
 * database writes only those of its pages that differ, which is the last one.
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

  /** Hands over each batch on the way. Throws UnreadableBytes. */
  static restore(
    row: Uint8Array<ArrayBuffer>,
    take: (segment: Segment, receivedAt: number) => void,
  ): WriteBuffer {
    const buffer = new WriteBuffer();
    // What an earlier version wrote has no room: it is taken over, and written anew with the next batch.
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

  /** What is stored. */
  get row(): Uint8Array<ArrayBuffer> {
    return this.#row;
  }

  /** Bytes without the room. */
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
   * About so many batches, a quarter more or less: by chance, but always the same for one buffer. Sites that began
   * together, as after a restart, would otherwise do in the same second what each does once in a while.
   */
  about(batches: number): number {
    const least = Math.ceil(0.75 * batches);
    const most = Math.floor(1.25 * batches);
    return least + ((Math.imul(this.#begunAt, GOLDEN) >>> 8) % (most - least + 1));
  }

  /** Whether it is to be closed before this is added. */
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
    this.#row = this.#row.length > KEPT_ROOM ? emptyRow(ROOM) : this.#row.fill(0, 1);
    this.#length = 1;
    this.#batches = 0;
    this.#cells = 0;
    this.#from = Number.POSITIVE_INFINITY;
    this.#to = Number.NEGATIVE_INFINITY;
  }

  /** In order of receipt; those that have no instant from `from` to before `until` may be left out. */
  *read(
    wanted?: ReadonlySet<number>,
    from = Number.NEGATIVE_INFINITY,
    until = Number.POSITIVE_INFINITY,
  ): Iterable<ReadBatch> {
    // Nobody who looks at last year should read what came just now.
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
  /** Where the next one begins. */
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
    // No batch is empty, so here the room begins.
    if (hasRoom && first === 0) return;
    const second = reader.varint();
    const [length, receivedAt] = hasRoom ? [first, second] : [second, first];
    const data = reader.bytes(length);
    yield { receivedAt, data, end: reader.position };
  }
}
