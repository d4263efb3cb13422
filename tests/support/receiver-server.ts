import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request that a receiver accepted. */
export type ReceivedRequest = {
  /** ms UTC */
  at: number;
  headers: IncomingHttpHeaders;
  /** base64 */
  body: string;
};

export type ReceiverServer = {
  origin: string;
  /** Called for each accepted request. */
  onReceive: (path: string, request: ReceivedRequest) => void;
  stop(): void;
};

/**
 * A server on a loopback port in the place of push services and of receivers of webhooks: it accepts a POST at any path,
 * and lists the accepted requests of a path by a GET.
 */
export async function startReceiverServer(): Promise<ReceiverServer> {
  const received = new Map<string, ReceivedRequest[]>();
  const receiver: ReceiverServer = {
    origin: "",
    onReceive: () => undefined,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (request, response) => {
    const { method, url: path = "/", headers } = request;
    if (method !== "POST") {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify(received.get(path) ?? []));
      return;
    }
    const body = await buffer(request);
    const accepted = { at: Date.now(), headers, body: body.toString("base64") };
    received.set(path, [...(received.get(path) ?? []), accepted]);
    receiver.onReceive(path, accepted);
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
