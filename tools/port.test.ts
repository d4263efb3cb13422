import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { checkPortIsFree, findFreePort, readPort } from "./port.ts";

test("the port is 8787 unless PORT says otherwise", () => {
  expect(readPort(undefined)).toBe(8787);
  expect(readPort("3000")).toBe(3000);
});

test.each(["x", "0", "65536", "80.5", "-1"])("PORT=%s is refused in one line", (text) => {
  expect(() => readPort(text)).toThrow(/^PORT must be a number from 1 to 65535/);
});

test.each(["127.0.0.1", "::1"])("a port taken on %s is refused in one line", async (host) => {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(checkPortIsFree(port)).rejects.toThrow(/^Port \d+ is taken by another program/);
  server.close();
});

test("a free port is free", async () => {
  await expect(checkPortIsFree(await findFreePort())).resolves.toBeUndefined();
});
