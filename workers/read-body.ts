/** A refused body is read up to this size and discarded; a longer one costs its sender the connection. */
const MAX_DRAINED_BYTES = 33_554_432;

/** Reads the whole body. Refused chunks are discarded. The next chunk waits for `take`. */
export async function readBody(
  body: ReadableStream,
  take: (chunk: Uint8Array) => void | Promise<void> = () => undefined,
): Promise<void> {
  let size = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) break;
    await take(chunk);
  }
}

const FIRST_BYTES = 65_536;

/** Collects an arriving body in one growing buffer; drops it once it exceeds the limit. */
export class KeptBody {
  readonly #limit: number;
  #room: Uint8Array<ArrayBuffer> | null = new Uint8Array(FIRST_BYTES);
  #size = 0;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Uint8Array): void {
    const end = this.#size + chunk.length;
    if (end > this.#limit) this.drop();
    if (this.#room === null) return;
    if (end > this.#room.length) {
      const larger = Math.min(this.#limit, Math.max(end, 2 * this.#room.length));
      this.#room = new Uint8Array(this.#room.buffer.transfer(larger));
    }
    this.#room.set(chunk, this.#size);
    this.#size = end;
  }

  /** Whether the body is kept so far. */
  get isKept(): boolean {
    return this.#room !== null;
  }

  /** Releases the memory at once; later chunks are discarded. */
  drop(): void {
    this.#room = null;
  }

  /** Null if the body was too large or dropped. */
  get bytes(): Uint8Array<ArrayBuffer> | null {
    return this.#room === null ? null : this.#room.subarray(0, this.#size);
  }
}
