import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { dialPortal } from "./dial-portal.ts";
import type { LinkEnd } from "./link.ts";

const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(
  onUpgrade: (request: IncomingMessage, accept: () => void, refuse: (head: string) => void) => void,
  onSocket: (socket: WebSocket) => void = () => {},
) {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) =>
    onUpgrade(
      request,
      () => sockets.handleUpgrade(request, socket, head, onSocket),
      (answer) => socket.end(`HTTP/1.1 ${answer}\r\nconnection: close\r\n\r\n`),
    ),
  );
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function dial(url: string) {
  const texts: string[] = [];
  const opened = Promise.withResolvers<void>();
  const received = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<LinkEnd>();
  const link = dialPortal(url)(
    { serial: "TEST-0001", secret: "geheim" },
    {
      opened: opened.resolve,
      received: (text) => {
        texts.push(text);
        received.resolve(text);
      },
      ended: ended.resolve,
    },
  );
  return { link, texts, opened: opened.promise, received: received.promise, ended: ended.promise };
}

test("the client dials the logger's address with subprotocol and credentials", async () => {
  const asked = Promise.withResolvers<IncomingMessage>();
  const url = await serve((request, accept) => {
    asked.resolve(request);
    accept();
  });
  const { opened, link } = dial(url);
  const { url: path, headers } = await asked.promise;
  expect(path).toBe("/ws/logger");
  expect(headers["sec-websocket-protocol"]).toBe("helioport.logger.v1");
  expect(headers.authorization).toBe(`Basic ${Buffer.from("TEST-0001:geheim").toString("base64")}`);
  await opened;
  link.close();
});

test("texts go both ways", async () => {
  const url = await serve(
    (_request, accept) => accept(),
    (socket) => socket.on("message", (data) => socket.send(`echo ${String(data)}`)),
  );
  const { link, opened, received } = dial(url);
  await opened;
  link.send("hello");
  expect(await received).toBe("echo hello");
  link.cut();
});

test("a refused upgrade returns its status and Retry-After", async () => {
  const url = await serve((_request, _accept, refuse) => refuse("409 Conflict\r\nretry-after: 60"));
  expect(await dial(url).ended).toEqual({
    reason: "HTTP 409",
    refused: 409,
    retryAfterMs: MINUTE_MS,
  });
});

test("a close returns its code", async () => {
  const url = await serve(
    (_request, accept) => accept(),
    (socket) => socket.close(4001),
  );
  expect(await dial(url).ended).toEqual({ reason: "closed with 4001", code: 4001 });
});

test("a missing listener is reported", async () => {
  const url = await serve(() => {});
  open.splice(0).forEach((server) => {
    server.close();
  });
  expect((await dial(url).ended).reason).toBe("ECONNREFUSED");
});

test("a paused connection neither reads nor answers pings; a resumed one reads the frames of the meantime", async () => {
  const accepted = Promise.withResolvers<WebSocket>();
  const url = await serve((_request, accept) => accept(), accepted.resolve);
  const { link, opened, received, texts } = dial(url);
  const socket = await accepted.promise;
  await opened;
  link.pause();
  socket.send("meanwhile");
  let pongs = 0;
  socket.on("pong", () => {
    pongs += 1;
  });
  const sent = Promise.withResolvers<void>();
  socket.ping("", undefined, () => sent.resolve());
  await sent.promise;
  // A second, answered connection proves that the first had enough time.
  const other = dial(url);
  await other.opened;
  expect([pongs, texts]).toEqual([0, []]);
  link.resume();
  expect(await received).toBe("meanwhile");
  other.link.cut();
  link.cut();
});
