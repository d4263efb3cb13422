/** A body that nobody wants is read this far and thrown away; one still longer costs its sender the connection. */
const MAX_DRAINED_BYTES = 33_554_432;

/** Reads the whole body, whatever becomes of it; what is not taken is thrown away. */
export async function readBody(
  body: ReadableStream,
  take: (chunk: Uint8Array) => void = () => undefined,
): Promise<void> {
  let size = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) break;
    take(chunk);
  }
}

/** A body as it comes in, in one piece and without a copy; nothing of it where it is larger than its room. */
export class KeptBody {
  #room: Uint8Array<ArrayBuffer> | null;
  #size = 0;

  constructor(most: number) {
    this.#room = new Uint8Array(most);
  }

  add(chunk: Uint8Array): void {
    if (this.#room === null) return;
    const end = this.#size + chunk.length;
    if (end > this.#room.length) this.drop();
    this.#room?.set(chunk, this.#size);
    this.#size = end;
  }

  /** Gives the room back at once; what comes later is thrown away. */
  drop(): void {
    this.#room = null;
  }

  /** Null where it was too large, or dropped. */
  get bytes(): Uint8Array<ArrayBuffer> | null {
    return this.#room === null ? null : this.#room.subarray(0, this.#size);
  }
}
