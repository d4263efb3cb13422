import { HEARTBEAT_EVERY_MS } from "#protocol/logger/limits.ts";
import { keepAlive } from "./heartbeats.ts";
import { LeanSocket } from "./lean-socket.ts";
import type { LoggerFrames } from "./logger-frames.ts";

const ACKNOWLEDGED = /^\{"cmd":261,"id":"(\w+)","status":200,"storedThrough":\d+\}$/;
const ANSWER = Buffer.from('{"cmd":261');

/** The driver's end of one logger's socket. Answers come in the order of the frames. */
export class LoggerEnd {
  readonly #socket: LeanSocket;
  readonly #frames: LoggerFrames;
  readonly #waiting: { id: string; sentAt: number }[] = [];
  readonly #alive: ReturnType<typeof keepAlive> | null;
  #sent = 0;
  /** Frames without an answer yet. */
  get unanswered(): number {
    return this.#waiting.length;
  }
  /** @param latency ms between sending and its acknowledgement */
  onAnswer: (latency: number) => void = () => {};

  /** @param isOurs the product answers with the frame's id, and expects a frame from a logger now and then */
  constructor(socket: LeanSocket, frames: LoggerFrames, isOurs: boolean) {
    this.#socket = socket;
    this.#alive = isOurs ? keepAlive(socket, HEARTBEAT_EVERY_MS) : null;
    this.#frames = frames;
    socket.onText = (text) => {
      if (text.subarray(0, ANSWER.length).equals(ANSWER))
        this.#take(text.toString("latin1"), isOurs);
    };
  }

  send(): void {
    this.#sent += 1;
    const frame = this.#frames.sample(this.#sent, Date.now());
    this.#waiting.push({ id: `f${this.#sent}`, sentAt: performance.now() });
    this.#alive?.spoke();
    this.#socket.send(frame);
  }

  end(): void {
    this.#alive?.end();
    this.#socket.end();
  }

  #take(text: string, hasIds: boolean): void {
    const now = performance.now();
    const waiting = this.#waiting.shift();
    const [, id] = ACKNOWLEDGED.exec(text) ?? [];
    if (waiting === undefined || id === undefined || (hasIds && id !== waiting.id))
      throw new Error(`not an acknowledgement of ${waiting?.id}: ${text}`);
    this.onAnswer(now - waiting.sentAt);
  }
}

/** A logger of the bare objects. `insert` stores, `echo` only answers. */
export async function openBareLogger(
  url: string,
  kind: "insert" | "echo",
  name: string,
  frames: LoggerFrames,
): Promise<LoggerEnd> {
  return new LoggerEnd(await LeanSocket.open(`${url}/${kind}/${name}`), frames, false);
}

/** A logger of the product, let in by its secret and welcomed. */
export async function openLogger(
  url: string,
  { serial, secret }: { serial: string; secret: string },
  frames: LoggerFrames,
): Promise<LoggerEnd> {
  const socket = await LeanSocket.open(`${url}/ws/logger`, {
    "Sec-WebSocket-Protocol": "helioport.logger.v1",
    Authorization: `Basic ${Buffer.from(`${serial}:${secret}`).toString("base64")}`,
  });
  const welcome = new Promise<string>((resolve) => {
    socket.onText = (text) => resolve(text.toString());
  });
  socket.send(frames.connect(serial));
  const text = await welcome;
  if (!text.startsWith('{"cmd":259')) throw new Error(`not welcome: ${text}`);
  return new LoggerEnd(socket, frames, true);
}
