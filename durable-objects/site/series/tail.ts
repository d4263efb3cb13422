import { ByteReader, ByteWriter, UnreadableBytes } from "./bytes.ts";
import { decodeSegment, type Segment } from "./segment.ts";

const VERSION = 1;

/** A batch in the tail: encoded as it came, explicit nulls included. */
type TailBatch = { readonly receivedAt: number; readonly data: Uint8Array; readonly cells: number };

/**
 * The newest batches, one after the other in one row that is rewritten with each: a batch costs one row written,
 * whatever it holds. Never changed, only replaced.
 */
export class Tail {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly batches: number;
  /** Instants × registers. */
  readonly cells: number;

  private constructor(bytes: Uint8Array<ArrayBuffer>, batches: number, cells: number) {
    this.bytes = bytes;
    this.batches = batches;
    this.cells = cells;
  }

  static readonly EMPTY = new Tail(Uint8Array.of(VERSION), 0, 0);

  /** Hands over each batch on the way. Throws UnreadableBytes. */
  static restore(
    bytes: Uint8Array<ArrayBuffer>,
    take: (segment: Segment, receivedAt: number) => void,
  ): Tail {
    let batches = 0;
    let cells = 0;
    for (const { segment, receivedAt } of readBatches(bytes)) {
      take(segment, receivedAt);
      batches++;
      cells += segment.times.length * segment.columns.size;
    }
    return new Tail(bytes, batches, cells);
  }

  with(batch: TailBatch): Tail {
    const writer = new ByteWriter();
    writer.bytes(this.bytes);
    writer.varint(batch.receivedAt);
    writer.varint(batch.data.length);
    writer.bytes(batch.data);
    return new Tail(writer.finish(), this.batches + 1, this.cells + batch.cells);
  }

  /** In order of receipt. */
  read(wanted?: ReadonlySet<number>): Iterable<{ receivedAt: number; segment: Segment }> {
    return readBatches(this.bytes, wanted);
  }
}

function* readBatches(bytes: Uint8Array, wanted?: ReadonlySet<number>) {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new UnreadableBytes(`tail of unknown version ${version}`);
  while (!reader.atEnd) {
    const receivedAt = reader.varint();
    const segment: Segment = decodeSegment(reader.bytes(reader.varint()), wanted);
    yield { receivedAt, segment };
  }
}
