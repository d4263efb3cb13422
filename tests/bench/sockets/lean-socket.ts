import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

const TEXT = 0x81;
const CLOSE = 0x88;
/** A client must mask; this mask leaves the bytes as they are, so that a frame can be made before the clock runs. */
const NO_MASK = Buffer.alloc(4);

/** A client's frame of a text, ready for the wire. */
export function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([TEXT, 0x80 | body.length])
      : Buffer.from([TEXT, 0x80 | 126, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, NO_MASK, body]);
}

/**
 * A WebSocket that costs the machine as little as it can, for what is measured shares its cores with it: no extensions,
 * no fragments, texts handed over as bytes.
 */
export class LeanSocket {
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  onText: (text: Buffer) => void = () => {};
  /** Whatever ended it, but for `end`. */
  onLost: (reason: string) => void = (reason) => {
    throw new Error(`a socket was lost: ${reason}`);
  };

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static open(address: string, headers: Record<string, string> = {}): Promise<LeanSocket> {
    const { hostname, port, pathname } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const asked = Object.entries({
      Host: `${hostname}:${port}`,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
      ...headers,
    });
    socket.write(
      `GET ${pathname} HTTP/1.1\r\n${asked.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
    );
    return new Promise((resolve, reject) => {
      const lean = new LeanSocket(socket);
      let head = "";
      const greet = (data: Buffer) => {
        head += data.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) return;
        socket.off("data", greet);
        if (!head.startsWith("HTTP/1.1 101")) {
          socket.destroy();
          reject(new Error(`no upgrade: ${head.slice(0, 300)}`));
          return;
        }
        resolve(lean);
        lean.#listen(Buffer.from(head.slice(end + 4), "latin1"));
      };
      socket.on("data", greet);
      socket.once("error", reject);
    });
  }

  /** @param frame what `frameOf` made */
  send(frame: Buffer): void {
    this.#socket.write(frame);
  }

  end(): void {
    this.onLost = () => {};
    this.onText = () => {};
    this.#socket.destroy();
  }

  #listen(already: Buffer): void {
    this.#socket.on("data", (data: Buffer) => this.#take(data));
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => this.onLost("closed"));
    // The opener sets the handler of texts first.
    setImmediate(() => this.#take(already));
  }

  #take(data: Buffer): void {
    let bytes = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    for (;;) {
      const start = bytes.length < 2 ? Number.POSITIVE_INFINITY : startOf(bytes);
      if (bytes.length < start) break;
      const end = start + lengthOf(bytes);
      if (bytes.length < end) break;
      if (bytes[0] === TEXT) this.onText(bytes.subarray(start, end));
      else if (bytes[0] === CLOSE) {
        const code = end - start >= 2 ? bytes.readUInt16BE(start) : 1005;
        this.onLost(`${code} ${bytes.toString("utf8", start + 2, end)}`);
      }
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
  }
}

/** Where the text of a server's frame starts. */
function startOf(bytes: Buffer): number {
  const short = bytes[1] ?? 0;
  return short < 126 ? 2 : short === 126 ? 4 : 10;
}

function lengthOf(bytes: Buffer): number {
  const short = bytes[1] ?? 0;
  if (short < 126) return short;
  return short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
}
