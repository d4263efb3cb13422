import { afterEach, expect, test, vi } from "vitest";
import { startSealingServer } from "../../tests/support/sealing-server.ts";
import { callSealed } from "./sealed-call.ts";

const PATH = "/api/site/v2/socketTicket";

afterEach(() => vi.unstubAllGlobals());

test("no intermediary can read a call or its answer, even if the clocks differ; a new key is requested", async () => {
  const server = await startSealingServer(3_600_000, (received) => ({
    code: 200,
    data: { received },
  }));
  const first = await callSealed(PATH, { siteKey: "k_secret" }, {});
  expect(first).toEqual({ status: 200, data: { received: { siteKey: "k_secret" } } });
  expect(server.seen.calls.map(({ body }) => body).join()).not.toContain("k_secret");
  await callSealed(PATH, {}, {});
  expect(server.seen.asked).toBe(1);
  await server.rotate();
  expect(await callSealed(PATH, { n: 1 }, {})).toEqual({
    status: 200,
    data: { received: { n: 1 } },
  });
  expect(server.seen.asked).toBe(2);
});

test("a refusal has its message and its sealed data; a foreign answer has neither", async () => {
  const data = { fields: { id: "required" } };
  await startSealingServer(0, () => ({ code: 422, message: "Bitte prüfen", data }));
  expect(await callSealed(PATH, {}, {})).toEqual({ status: 422, message: "Bitte prüfen", data });
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
  expect(await callSealed(PATH, {}, {})).toEqual({ status: 502, data: undefined });
});
