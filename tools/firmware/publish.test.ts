import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SignedManifest } from "#domain/firmware/release.ts";
import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { scriptAccount } from "../../tests/support/scripted-account.ts";
import type { Apply, Query } from "../deployment/query.ts";
import { withRemoteDatabase } from "../deployment/remote-database.ts";
import { listReleases, publishRelease, revokeKey, revokeRelease } from "./edit-releases.ts";
import { signRelease } from "./sign-release.ts";
import { createSigningKey, readSigningKey } from "./signing-key.ts";

const NOW = Date.UTC(2026, 10, 24);
const bytes = Uint8Array.from({ length: 70_000 }, (_, place) => place % 251);
const fields = {
  vendor: "Example's",
  family: "K1",
  typeCode: "0033",
  models: ["K1-5000"],
  component: "dsp",
  version: "1.8.0",
  sequence: 8,
  from: ["1.7.x"],
  notBefore: "2026-11-01T00:00:00Z",
  expires: "2027-11-01T00:00:00Z",
};

function makeKey() {
  const directory = mkdtempSync(join(tmpdir(), "helioport-firmware-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "key.pem");
  const made = createSigningKey(path);
  return { path, made, key: readSigningKey(path), keys: readFirmwareKeys(made.publicKey) };
}

function openStores() {
  const account = scriptAccount({ made: true });
  const files = new Map<string, Uint8Array>();
  const edit = <T>(
    work: (stores: {
      query: Query;
      apply: Apply;
      putFile: (key: string, bytes: Uint8Array) => Promise<void>;
    }) => Promise<T>,
  ) =>
    withRemoteDatabase(account.wrangler, "helioport", (query, apply) =>
      work({ query, apply, putFile: async (key, content) => void files.set(key, content) }),
    );
  return { edit, files };
}

test("a private key is readable by its owner alone and is never replaced", () => {
  const { path, made, key } = makeKey();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(key).toMatchObject(made);
  expect(() => createSigningKey(path)).toThrow("cannot be written");
  expect(JSON.stringify([made, key])).not.toContain("PRIVATE");
});

test("a signed release is published, listed and revoked", async () => {
  const { key, keys, made } = makeKey();
  const { edit, files } = openStores();
  const signed = signRelease(bytes, fields, key);
  const publish = (release: SignedManifest, content = bytes) =>
    edit((stores) => publishRelease(stores, { signed: release, bytes: content }, keys, NOW));
  expect(await publish(signed)).toBe(1);
  expect([...files.keys()][0]).toMatch(/^firmware\/[0-9a-f]{64}$/);
  await expect(publish(signed)).rejects.toThrow("its sequence 8 is not above 8");
  const newer = signRelease(bytes, { ...fields, version: "1.9.0", sequence: 9 }, key);
  expect(await publish(newer)).toBe(2);
  await edit(({ query }) => revokeRelease(query, 1, NOW));
  await expect(edit(({ query }) => revokeRelease(query, 1, NOW))).rejects.toThrow("no release 1");
  await edit(({ query }) => revokeKey(query, made.keyId, NOW));
  expect(await edit(({ query }) => listReleases(query))).toEqual([
    `2  Example's K1 0033 dsp 1.9.0, sequence 9, key ${made.keyId} (key revoked)`,
    `1  Example's K1 0033 dsp 1.8.0, sequence 8, key ${made.keyId} (revoked, key revoked)`,
  ]);
  const third = signRelease(bytes, { ...fields, version: "2.0.0", sequence: 10 }, key);
  await expect(publish(third)).rejects.toThrow("its key was revoked");
});

test("a release that was changed, has expired or has an unknown key stores nothing", async () => {
  const { key, keys } = makeKey();
  const other = makeKey();
  const { edit, files } = openStores();
  const publish = (signed: SignedManifest, content = bytes) =>
    edit((stores) => publishRelease(stores, { signed, bytes: content }, keys, NOW));
  const signed = signRelease(bytes, fields, key);
  const manifest = fromBase64Url(signed.manifest) ?? new Uint8Array();
  const changed = toBase64Url(manifest.with(20, (manifest[20] ?? 0) ^ 1));
  await expect(publish({ ...signed, manifest: changed })).rejects.toThrow("signature is wrong");
  await expect(publish(signed, bytes.with(66_000, 0))).rejects.toThrow("the file is another one");
  await expect(publish(signed, bytes.slice(1))).rejects.toThrow("the file is another one");
  const expired = signRelease(bytes, { ...fields, expires: "2026-11-02T00:00:00Z" }, key);
  await expect(publish(expired)).rejects.toThrow("it has expired");
  const early = signRelease(bytes, { ...fields, notBefore: "2026-12-02T00:00:00Z" }, key);
  await expect(publish(early)).rejects.toThrow("it is not valid yet");
  const foreign = signRelease(bytes, fields, other.key);
  await expect(publish(foreign)).rejects.toThrow("does not have its key");
  const forged = { ...foreign, keyId: signed.keyId };
  await expect(publish(forged)).rejects.toThrow("signature is wrong");
  expect(files.size).toBe(0);
});

test("a wrong manifest is refused before it is signed, with the name of the field", () => {
  const { key } = makeKey();
  const sign = (change: object) => () => signRelease(bytes, { ...fields, ...change }, key);
  expect(sign({ typeCode: "33" })).toThrow("typeCode");
  expect(sign({ models: [] })).toThrow("models");
  expect(sign({ expires: "2025-01-01T00:00:00Z" })).toThrow("expires");
  expect(sign({ unknown: 1 })).toThrow("unknown");
});
