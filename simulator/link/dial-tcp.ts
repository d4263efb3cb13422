import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Dial } from "../logger/link.ts";

/** Connects to the host of `url`, over TLS if its scheme requires it. */
export function dialTcp(url: URL): Dial<null, Buffer> {
  const isSecure = url.protocol === "https:" || url.protocol === "wss:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (isSecure ? 443 : 80);
  return (_to, events) => {
    const socket: Socket = isSecure
      ? connectTls({ host, port, servername: host })
      : connect({ host, port });
    let reason = "closed";
    socket.setNoDelay(true);
    socket.once(isSecure ? "secureConnect" : "connect", () => events.opened());
    socket.on("data", (bytes: Buffer) => events.received(bytes));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      reason = error.code ?? error.message;
    });
    socket.on("close", () => events.ended({ reason }));
    return {
      send: (bytes) => {
        if (socket.writable) socket.write(bytes);
      },
      close: () => socket.end(),
      cut: () => socket.destroy(),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
    };
  };
}
