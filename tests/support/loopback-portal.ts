import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { HEARTBEAT_ANSWER_TEXT, HEARTBEAT_TEXT } from "#protocol/logger/command-numbers.ts";
import { LOGGER_SUBPROTOCOL } from "#protocol/logger/limits.ts";
import type { LoggerMessage } from "#protocol/logger/messages.ts";
import { readLoggerFrame } from "#protocol/logger/read-frame.ts";
import { answerLogger, GOOD_MANNER, type PortalManner } from "./answer-logger.ts";

type Wish = { isMet: (portal: LoopbackPortal) => boolean; meet: () => void };

/** A portal on a loopback port: it accepts every logger, speaks only the protocol and records all messages. */
export class LoopbackPortal {
  readonly #server: Server;
  readonly #sockets = new Set<WebSocket>();
  #wishes: Wish[] = [];
  readonly inbox: { serial: string; message: LoggerMessage }[] = [];
  readonly faults: string[] = [];
  readonly connected: string[] = [];
  heartbeats = 0;
  readonly manner: PortalManner = {
    ...GOOD_MANNER,
    sampling: { sampleMs: 1_000, uploadMs: 1_000 },
  };

  private constructor(server: Server) {
    this.#server = server;
    const sockets = new WebSocketServer({ server, handleProtocols: () => LOGGER_SUBPROTOCOL });
    sockets.on("connection", (socket, request) => {
      const credentials = Buffer.from(request.headers.authorization?.split(" ")[1] ?? "", "base64");
      const [serial = ""] = credentials.toString().split(":");
      this.#sockets.add(socket);
      this.connected.push(serial);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        this.#review();
      });
      socket.on("message", (data) => this.#receive(socket, serial, String(data)));
      this.#review();
    });
  }

  static async open(): Promise<LoopbackPortal> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new LoopbackPortal(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get open(): number {
    return this.#sockets.size;
  }

  send(message: unknown): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify(message));
  }

  /** Closes all connections with a code. */
  end(code: number): void {
    for (const socket of this.#sockets) socket.close(code);
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  /** Resolves once it is so. */
  until(isMet: (portal: LoopbackPortal) => boolean): Promise<void> {
    return new Promise((meet) => {
      this.#wishes.push({ isMet, meet });
      this.#review();
    });
  }

  /** The messages of one command. */
  all<Cmd extends LoggerMessage["cmd"]>(cmd: Cmd): (LoggerMessage & { cmd: Cmd })[] {
    return this.inbox.flatMap(({ message }) =>
      message.cmd === cmd ? [message as LoggerMessage & { cmd: Cmd }] : [],
    );
  }

  close(): void {
    this.cut();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #review(): void {
    const met = this.#wishes.filter(({ isMet }) => isMet(this));
    this.#wishes = this.#wishes.filter((wish) => !met.includes(wish));
    for (const { meet } of met) meet();
  }

  #receive(socket: WebSocket, serial: string, text: string): void {
    if (text === HEARTBEAT_TEXT) {
      this.heartbeats += 1;
      if (this.manner.answersHeartbeats) socket.send(HEARTBEAT_ANSWER_TEXT);
    } else {
      const read = readLoggerFrame(text);
      if (read.ok) {
        this.inbox.push({ serial, message: read.message });
        const answer = answerLogger(read.message, this.manner, Date.now());
        if (answer !== null) socket.send(JSON.stringify(answer));
      } else this.faults.push(`${read.refusal.message}: ${text.slice(0, 200)}`);
    }
    this.#review();
  }
}
