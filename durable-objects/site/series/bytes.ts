/** Thrown for stored bytes that are truncated, changed or of an unknown version. */
export class UnreadableBytes extends Error {
  override name = "UnreadableBytes";
}

const FIRST_BYTES = 256;
/** Bitwise operators are exact for integers below this. */
const BITWISE = 2 ** 31;
/** Maximum size of the buffer that a reused writer keeps, bytes. */
const MAX_KEPT_BYTES = 64 * 1024;

/** Writes bytes and numbers into a buffer that grows. */
export class ByteWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Writes a whole number from 0 to 2^53 − 1, seven bits a byte, the low ones first. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= BITWISE) {
      this.#bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** Returns a copy of the written bytes. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** Returns a view of the written bytes, valid until the next write. */
  written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Discards the written bytes. */
  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MAX_KEPT_BYTES) this.#hold(new Uint8Array(FIRST_BYTES));
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes);
    this.#hold(larger);
  }

  #hold(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

/**
 * Reads bytes.
 * @throws UnreadableBytes if the bytes end too early or a number is out of range
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #position: number;
  #view: DataView | undefined;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#position = start;
    this.#end = end;
  }

  get atEnd(): boolean {
    return this.#position === this.#end;
  }

  get position(): number {
    return this.#position;
  }

  byte(): number {
    if (this.#position >= this.#end) throw new UnreadableBytes("cut short");
    return this.#bytes[this.#position++] ?? 0;
  }

  /**
   * Reads a number that `ByteWriter.varint` wrote.
   * @param most maximum of the number
   */
  varint(most = Number.MAX_SAFE_INTEGER): number {
    const first = this.byte();
    if (first < 128 && first <= most) return first;
    let value = first % 128;
    if (value > most) throw new UnreadableBytes(`a number above ${most}`);
    let unit = 128;
    for (;;) {
      const next = this.byte();
      value += (next % 128) * unit;
      if (value > most) throw new UnreadableBytes(`a number above ${most}`);
      if (next < 128) return value;
      unit *= 128;
      if (unit > Number.MAX_SAFE_INTEGER) throw new UnreadableBytes("a number without end");
    }
  }

  float64(): number {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    this.#view ??= new DataView(buffer, byteOffset, byteLength);
    return this.#view.getFloat64(this.#skip(8), true);
  }

  /**
   * Passes the bytes to a loop of the caller, since numbers come by the ten thousand.
   * @param read reads from `position` up to `end`, exclusive, and returns where it stopped
   */
  scan(read: (bytes: Uint8Array, position: number, end: number) => number): void {
    this.#position = read(this.#bytes, this.#position, this.#end);
  }

  bytes(count: number): Uint8Array {
    const start = this.#skip(count);
    return this.#bytes.subarray(start, start + count);
  }

  /** Returns all remaining bytes. */
  rest(): Uint8Array {
    return this.bytes(this.#end - this.#position);
  }

  /** Returns a reader of the next bytes, which this one skips. */
  part(count: number): ByteReader {
    const start = this.#skip(count);
    return new ByteReader(this.#bytes, start, start + count);
  }

  /** Checks that all bytes were read. */
  end(): void {
    if (!this.atEnd) throw new UnreadableBytes("bytes left over");
  }

  #skip(count: number): number {
    const start = this.#position;
    if (start + count > this.#end) throw new UnreadableBytes("cut short");
    this.#position = start + count;
    return start;
  }
}
