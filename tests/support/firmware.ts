import type { Manifest } from "#domain/firmware/manifest.ts";
import { firmwareKey, type SignedManifest } from "#domain/firmware/release.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { describeFile } from "#protocol/firmware/file-check.ts";
import { keyIdOf } from "#protocol/firmware/verify-release.ts";

export type TestKey = { keyId: string; publicKey: string; privateKey: CryptoKey };

/** A key pair of the operator of a test. */
export async function makeFirmwareKey(): Promise<TestKey> {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const raw = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  return { keyId: keyIdOf(raw), publicKey: toBase64Url(raw), privateKey: pair.privateKey };
}

/** Bytes of a firmware file that differ by seed. */
export function firmwareBytes(size: number, seed = 1): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, place) => (place * 31 + seed * 97) % 251);
}

/** The fields of a manifest for a file, valid for a year around now. */
export function describeFirmware(
  bytes: Uint8Array,
  fields: Partial<Manifest> = {},
  now = Date.now(),
): Manifest {
  return {
    format: 1,
    vendor: "Example",
    family: "K1",
    typeCode: "0033",
    models: ["K1-5000"],
    component: "dsp",
    version: "1.8.0",
    sequence: 8,
    from: ["1.7.x"],
    ...describeFile(bytes),
    notBefore: now - 180 * 86_400_000,
    expires: now + 180 * 86_400_000,
    ...fields,
  };
}

/** Signs any text as a manifest. */
export async function signText(text: string, key: TestKey): Promise<SignedManifest> {
  const bytes = new TextEncoder().encode(text);
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", key.privateKey, bytes));
  return {
    manifest: toBase64Url(bytes),
    signature: toBase64Url(signature),
    keyId: key.keyId,
  };
}

export function signManifest(manifest: Manifest, key: TestKey): Promise<SignedManifest> {
  return signText(JSON.stringify(manifest), key);
}

type Stores = { DB: D1Database; FILES: R2Bucket };

/**
 * Stores a release as it is, without any check, like an attacker with access to the stores.
 * @returns the number of the release
 */
export async function storeRelease(
  { DB, FILES }: Stores,
  manifest: Manifest,
  signed: SignedManifest,
  bytes: Uint8Array | null,
): Promise<number> {
  if (bytes !== null) await FILES.put(firmwareKey(manifest.sha256), bytes);
  const { vendor, family, typeCode, component, version, sequence, sha256, expires } = manifest;
  const row = await DB.prepare(
    `insert into firmware_releases (vendor, family, type_code, component, version, sequence, sha256, manifest,
       signature, key_id, published_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?) returning id`,
  )
    .bind(
      ...[vendor, family, typeCode, component, version, sequence, sha256],
      ...[signed.manifest, signed.signature, signed.keyId, expires ?? null],
    )
    .first<{ id: number }>();
  return row?.id ?? 0;
}
