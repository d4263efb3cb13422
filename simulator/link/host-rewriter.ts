const END_OF_HEAD = "\r\n\r\n";
const MAX_BYTES = 65_536;

/** Passes a byte stream through, replacing the host of its first HTTP request by the dialled one. */
export class HostRewriter {
  readonly #host: string;
  #head: Buffer | null = Buffer.alloc(0);

  constructor(host: string) {
    this.#host = host;
  }

  /**
   * Takes bytes of the stream.
   * @returns the bytes to pass on; none until the head of the request is complete
   */
  take(bytes: Buffer): Buffer {
    if (this.#head === null) return bytes;
    this.#head = Buffer.concat([this.#head, bytes]);
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end === -1 && this.#head.length < MAX_BYTES) return Buffer.alloc(0);
    const said = this.#head;
    this.#head = null;
    if (end === -1) return said;
    const head = said.toString("latin1", 0, end).replace(/^(host:)[^\r\n]*/im, `$1 ${this.#host}`);
    return Buffer.concat([Buffer.from(head, "latin1"), said.subarray(end)]);
  }
}
