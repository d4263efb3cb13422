const END_OF_HEAD = "\r\n\r\n";
const MAX_BYTES = 65_536;

/** Lets a stream of bytes pass, with the host of its first HTTP request made the one that is dialled. */
export class HostRewriter {
  readonly #host: string;
  #head: Buffer | null = Buffer.alloc(0);

  constructor(host: string) {
    this.#host = host;
  }

  /** @returns what may go on; nothing while the head of the request is not complete */
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
