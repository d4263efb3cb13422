import { afterEach, expect, test, vi } from "vitest";
import { agreeSessionKey, publicKeyOf } from "#protocol/viewer/session-key.ts";
import { agreeSessionKeys } from "./session-keys.ts";

const UUID = "8f14e45f-ceea-467f-9c3b-1f2d3c4b5a69";
const serverPrivate = new Uint8Array(32).fill(7);
const serverPublic = new Uint8Array(publicKeyOf(serverPrivate));

afterEach(() => vi.restoreAllMocks());

/** The session key as the server derives it. */
const agreeAsServer = (browserPublic: Uint8Array) =>
  agreeSessionKey({
    ownPrivate: serverPrivate,
    otherPublic: browserPublic,
    browserPublic,
    serverPublic,
    uuid: UUID,
  });

test("the browser's own cryptography agrees the key that the server derives", async () => {
  const generate = vi.spyOn(crypto.subtle, "generateKey");
  const derive = vi.spyOn(crypto.subtle, "deriveBits");
  const keys = await agreeSessionKeys(serverPublic, UUID);
  expect(generate).toHaveBeenCalledOnce();
  expect(derive).toHaveBeenCalledTimes(2);
  expect(keys?.sessionKey).toEqual(agreeAsServer(keys?.browserPublic ?? new Uint8Array()));
});

test("a browser without X25519 agrees the same key by the library", async () => {
  vi.spyOn(crypto.subtle, "generateKey").mockRejectedValue(new Error("NotSupportedError"));
  const keys = await agreeSessionKeys(serverPublic, UUID);
  expect(keys?.sessionKey).toEqual(agreeAsServer(keys?.browserPublic ?? new Uint8Array()));
});

test("a page without TLS, which has no such cryptography, agrees the same key", async () => {
  vi.spyOn(crypto, "subtle", "get").mockReturnValue(undefined as never);
  const keys = await agreeSessionKeys(serverPublic, UUID);
  expect(keys?.sessionKey).toEqual(agreeAsServer(keys?.browserPublic ?? new Uint8Array()));
});

test("an invalid key of the server agrees nothing", async () => {
  for (const invalid of [new Uint8Array(32), new Uint8Array(31), new Uint8Array(0)])
    expect(await agreeSessionKeys(invalid, UUID)).toBeNull();
});
