import WebSocket from "ws";
import { LOGGER_SUBPROTOCOL } from "#protocol/logger/limits.ts";
import type { Dial, LinkEnd } from "./link.ts";
import { readRetryAfter } from "./reconnect-wait.ts";

const HANDSHAKE_MS = 15_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** Dials the portal at `url`, http, https, ws or wss. */
export function dialPortal(url: string): Dial {
  const address = new URL("/ws/logger", url);
  address.protocol = address.protocol.replace("http", "ws");
  return ({ serial, secret }, events) => {
    const socket = new WebSocket(address, LOGGER_SUBPROTOCOL, {
      headers: { authorization: `Basic ${Buffer.from(`${serial}:${secret}`).toString("base64")}` },
      handshakeTimeout: HANDSHAKE_MS,
      perMessageDeflate: false,
      maxPayload: MAX_BYTES,
    });
    let hasEnded = false;
    const end = (reason: LinkEnd) => {
      if (hasEnded) return;
      hasEnded = true;
      events.ended(reason);
    };
    socket.on("open", () => events.opened());
    socket.on("message", (data: Buffer, isBinary) => {
      if (!isBinary) events.received(data.toString());
    });
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      const retryAfterMs = readRetryAfter(response.headers["retry-after"], Date.now());
      const refused = response.statusCode ?? 0;
      end({
        reason: `HTTP ${refused}`,
        refused,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
      socket.terminate();
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      end({ reason: error.code ?? error.message }),
    );
    socket.on("close", (code) => end({ reason: `closed with ${code}`, code }));
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(1000),
      cut: () => socket.terminate(),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
    };
  };
}
