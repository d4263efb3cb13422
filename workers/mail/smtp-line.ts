import { MailRefused } from "#operations/mails/mail-sender.ts";

export type Reply = { code: number /** The text of its lines. */; lines: string[] };

/** The subset of the platform's TCP socket that is used here. */
export type TcpSocket = Pick<Socket, "readable" | "writable" | "startTls" | "close">;

const MAX_REPLY_LENGTH = 16_384;

/** One connection to an SMTP server that writes commands and reads replies. */
export class SmtpLine {
  #socket: TcpSocket;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  #received = "";
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();

  constructor(socket: TcpSocket) {
    this.#socket = socket;
    this.#reader = socket.readable.getReader();
    this.#writer = socket.writable.getWriter();
  }

  async ask(command: string): Promise<Reply> {
    await this.write(`${command}\r\n`);
    return this.read();
  }

  async write(text: string): Promise<void> {
    await this.#writer.write(this.#encoder.encode(text));
  }

  /** @throws MailRefused if the server disconnects or does not speak SMTP */
  async read(): Promise<Reply> {
    for (;;) {
      const reply = this.#takeReply();
      if (reply !== null) return reply;
      const { value, done } = await this.#reader.read();
      if (done) throw new MailRefused("the server hung up");
      this.#received += this.#decoder.decode(value, { stream: true });
      if (this.#received.length > MAX_REPLY_LENGTH)
        throw new MailRefused("the server talks too much");
    }
  }

  /** Encrypts the connection from here on; earlier input is discarded. */
  startTls(): void {
    if (this.#received !== "") throw new MailRefused("the server spoke before TLS");
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    this.#socket = this.#socket.startTls();
    this.#reader = this.#socket.readable.getReader();
    this.#writer = this.#socket.writable.getWriter();
  }

  close(): void {
    void this.#socket.close().catch(() => undefined);
  }

  /**
   * Returns a complete reply, whose last line has a space after its code (RFC 5321, 4.2.1); null until it has arrived.
   */
  #takeReply(): Reply | null {
    const end = /^\d{3}(?: [^\n]*)?\r?\n/m.exec(this.#received);
    if (end === null) return null;
    const length = end.index + end[0].length;
    const lines = this.#received.slice(0, length).trimEnd().split(/\r?\n/);
    this.#received = this.#received.slice(length);
    if (!lines.every((line) => /^\d{3}([ -]|$)/.test(line)))
      throw new MailRefused("the server does not speak SMTP");
    return { code: Number(end[0].slice(0, 3)), lines: lines.map((line) => line.slice(4)) };
  }
}
