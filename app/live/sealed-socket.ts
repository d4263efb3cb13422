import { toBase64Url } from "#protocol/base64url.ts";
import {
  COMMAND,
  HEARTBEAT_ANSWER_TEXT,
  HEARTBEAT_TEXT,
} from "#protocol/logger/command-numbers.ts";
import { openFrame, readJson, writeFrame } from "#protocol/viewer/frame.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import type { Ticket } from "./ask-ticket.ts";
import { readFrame } from "./parse-push.ts";

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

type SocketListener = {
  onOpen(): void;
  onHeartbeat(): void;
  onMessage(cmd: number, tag: string, body: unknown): void;
  onClose(code: number): void;
};

/** One sealed connection to a site. Once dropped it emits nothing more. */
export type SealedSocket = {
  login(tag: string): void;
  /** Whether the frame was passed to an open socket, which does not confirm its delivery. */
  send(cmd: number, tag: string, body: unknown): boolean;
  beat(): void;
  drop(): void;
};

/** Opens a connection with the keys that were agreed for it. */
export function openSealedSocket(
  { key, ticket, sessionKey, browserPublic }: Ticket,
  { uuid, language }: { uuid: string; language: string },
  listener: SocketListener,
): SealedSocket {
  const { protocol, host } = location;
  const origin = `${protocol === "https:" ? "wss" : "ws"}://${host}`;
  const socket = new WebSocket(`${origin}/ws/site/${encodeURIComponent(key)}/${uuid}`);
  const left = new AbortController();
  const on = { signal: left.signal };
  socket.addEventListener("open", () => listener.onOpen(), on);
  socket.addEventListener("close", ({ code }) => listener.onClose(code), on);
  socket.addEventListener("message", ({ data }) => onFrame(data), on);

  function onFrame(data: unknown): void {
    if (typeof data !== "string") return;
    if (data === HEARTBEAT_ANSWER_TEXT) {
      listener.onHeartbeat();
      return;
    }
    const frame = readFrame(readJson(data)?.json);
    const opened = frame?.uuid === uuid ? openFrame(sessionKey, frame) : null;
    if (frame && opened) listener.onMessage(frame.cmd, frame.tag, opened.body);
  }

  function write(cmd: number, tag: string, body: unknown, more: { key?: string } = {}): boolean {
    if (socket.readyState !== WebSocket.OPEN) return false;
    const content = { uuid, cmd, tag, language, ...more, plain: encodeBody(body) };
    socket.send(writeFrame(sessionKey, randomBytes, content));
    return true;
  }

  return {
    login: (tag) => void write(COMMAND.login, tag, { ticket }, { key: toBase64Url(browserPublic) }),
    send: (cmd, tag, body) => write(cmd, tag, body),
    beat() {
      if (socket.readyState === WebSocket.OPEN) socket.send(HEARTBEAT_TEXT);
    },
    drop() {
      left.abort();
      socket.close(1000);
    },
  };
}
