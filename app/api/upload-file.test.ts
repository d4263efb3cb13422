import { afterEach, expect, test, vi } from "vitest";
import { startSealingServer } from "../../tests/support/sealing-server.ts";
import { uploadFile } from "./upload-file.ts";

const UPLOAD = "POST /basic/v2/upload/image";
const german = { language: "de" };
const picture = new Blob(["picture"], { type: "image/jpeg" });
const stored = (received: unknown) => ({
  code: 200,
  data: Object.keys(received as object).join() === "file" ? "/files/abc" : "",
});

afterEach(() => vi.unstubAllGlobals());

test("a picture goes with a key that its answer comes sealed by, and once more where the server's key is new", async () => {
  vi.stubGlobal("isSecureContext", true);
  const server = await startSealingServer(3_600_000, stored);
  expect(await uploadFile(UPLOAD, picture, german)).toEqual({ isOk: true, data: "/files/abc" });
  await server.rotate();
  expect(await uploadFile(UPLOAD, picture, german)).toEqual({ isOk: true, data: "/files/abc" });
  expect(server.seen.calls.length).toBeGreaterThan(2);
  for (const { headers } of server.seen.calls)
    expect(headers).toMatchObject({ "Accept-Language": "de", kid: expect.any(String) });
});

test("a refusal has the server's message, and an answer that was not sealed with this key is ignored", async () => {
  vi.stubGlobal("isSecureContext", true);
  await startSealingServer(0, () => ({ code: 429, message: "Zu schnell", data: null }));
  expect(await uploadFile(UPLOAD, picture, german)).toEqual({
    isOk: false,
    status: 429,
    message: "Zu schnell",
  });
  vi.stubGlobal("fetch", async () => Response.json({ code: 200, data: "/files/planted" }));
  expect(await uploadFile(UPLOAD, picture, german)).toEqual({ isOk: false, status: 0 });
});

test("without WebCrypto it goes plain", async () => {
  vi.stubGlobal("isSecureContext", false);
  const sent = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json({ code: 200, data: "/files/abc" }),
  );
  vi.stubGlobal("fetch", sent);
  expect(await uploadFile(UPLOAD, picture, german)).toEqual({ isOk: true, data: "/files/abc" });
  expect(sent.mock.calls[0]?.[1].headers).toEqual({ "Accept-Language": "de" });
});
