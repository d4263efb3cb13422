/** Stored bytes that no encoder of ours wrote: cut short, changed or of an unknown version. */
export class UnreadableBytes extends Error {
  override name = "UnreadableBytes";
}

/** Grows as it is written to. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 to 2^53 − 1, seven bits a byte, the low ones first. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  float64(value: number): void {
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** A copy of what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Throws UnreadableBytes where the bytes end too early or a number makes no sense. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#position === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#position];
    if (value === undefined) throw new UnreadableBytes("cut short");
    this.#position++;
    return value;
  }

  /** At most `most`, which is what the place that is read can mean. */
  varint(most = Number.MAX_SAFE_INTEGER): number {
    let value = 0;
    let unit = 1;
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
    const { buffer, byteOffset } = this.bytes(8);
    return new DataView(buffer, byteOffset, 8).getFloat64(0, true);
  }

  bytes(count: number): Uint8Array {
    const end = this.#position + count;
    if (end > this.#bytes.length) throw new UnreadableBytes("cut short");
    const value = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return value;
  }

  /** Everything ends where its writer ended. */
  end(): void {
    if (!this.atEnd) throw new UnreadableBytes("bytes left over");
  }
}
