import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetchFrom } from "./fetch-part.ts";

const LOGGER = { serial: "TEST-0001", secret: "geheim" };
const REQUEST = { url: "/files/firmware/x", offset: 10, length: 5, etag: '"x"' };

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("it requests the part of the right file with the logger's credentials", async () => {
  const seen: unknown[] = [];
  const portal = await serve(({ url, headers }, response) => {
    seen.push([url, headers.authorization, headers.range, headers["if-match"]]);
    response.writeHead(206, { etag: '"x"' }).end("abcde");
  });
  const part = await fetchFrom(portal)(LOGGER, REQUEST);
  expect(part).toEqual({ status: 206, etag: '"x"', bytes: new TextEncoder().encode("abcde") });
  expect(seen).toEqual([
    ["/files/firmware/x", `Basic ${btoa("TEST-0001:geheim")}`, "bytes=10-14", '"x"'],
  ]);
});

test("the body of a refusal is not read, and a redirection is not followed", async () => {
  const portal = await serve((_, response) =>
    response.writeHead(302, { location: "/other", etag: '"x"' }).end("elsewhere"),
  );
  const part = await fetchFrom(portal)(LOGGER, REQUEST);
  expect(part).toMatchObject({ status: 302, bytes: new Uint8Array() });
});

test("without an answer there is no part, and credentials go to no other server", async () => {
  const portal = await serve((request) => request.socket.destroy());
  expect(await fetchFrom(portal)(LOGGER, REQUEST)).toBeNull();
  const elsewhere = await fetchFrom(portal)(LOGGER, { ...REQUEST, url: "https://example.org/x" });
  expect(elsewhere?.status).toBe(400);
});
