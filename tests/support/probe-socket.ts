export type Arrived = { text: string } | { closed: number; reason: string };

/** What should have come by then has not. */
const PATIENCE_MS = 5_000;

/** One end of a socket: all that comes, in order, the close last. */
export class ProbeSocket {
  readonly #socket: WebSocket;
  readonly #unread: Arrived[] = [];
  #waiting: ((arrived: Arrived) => void) | null = null;
  #ended = false;

  /**
   * @param consume what to do with a text at once; those for which it says true are not read later
   * @param closed called with the close before it is read
   */
  constructor(
    socket: WebSocket,
    consume: (text: string) => boolean = () => false,
    closed: (code: number) => void = () => {},
  ) {
    this.#socket = socket;
    socket.accept();
    socket.addEventListener("message", ({ data }) => {
      const text = String(data);
      if (!consume(text)) this.#take({ text });
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.#ended = true;
      closed(code);
      this.#take({ closed: code, reason });
    });
  }

  /** Closed by either side. */
  get ended(): boolean {
    return this.#ended;
  }

  send(frame: string | ArrayBuffer): void {
    this.#socket.send(frame);
  }

  close(): void {
    this.#socket.close(1000, "done");
  }

  /** What comes next. @throws where nothing does */
  next(): Promise<Arrived> {
    const held = this.#unread.shift();
    if (held !== undefined) return Promise.resolve(held);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("no answer came")), PATIENCE_MS);
      this.#waiting = (arrived) => {
        clearTimeout(late);
        resolve(arrived);
      };
    });
  }

  /** What came and was not read yet. */
  drain(): Arrived[] {
    return this.#unread.splice(0);
  }

  #take(arrived: Arrived): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) this.#unread.push(arrived);
    else waiting(arrived);
  }
}
