import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHUNK_SIZE, type Manifest } from "#domain/firmware/manifest.ts";
import { firmwareKey, type SignedManifest } from "#domain/firmware/release.ts";
import { startUpdate } from "#operations/firmware/start-update.ts";
import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import {
  describeFirmware,
  firmwareBytes,
  makeFirmwareKey,
  signManifest,
  signText,
  storeRelease,
  type TestKey,
} from "../support/firmware.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, type LoggerSocket } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";

const SITE = 8800;
const ADDRESS = "003311";
const bytes = firmwareBytes(2 * CHUNK_SIZE + 1000);
const clock = freezeSiteClock();
const NOW = clock.now();
let key: TestKey;
let otherKey: TestKey;
let revokedKey: TestKey;
let logger: LoggerSocket;
let sequence = 1000;

beforeAll(async () => {
  [key, otherKey, revokedKey] = await Promise.all([
    makeFirmwareKey(),
    makeFirmwareKey(),
    makeFirmwareKey(),
  ]);
  await env.DB.prepare("insert into firmware_revoked_keys values (?, 1)")
    .bind(revokedKey.keyId)
    .run();
  const versions = { dsp: "1.7.2" };
  logger = await connectLogger(SITE, {
    features: ["firmware"],
    equipment: [{ address: ADDRESS, typeCode: "0033", model: "K1-5000", versions }],
  });
});
afterAll(() => clock.release());

type Release = { manifest: Manifest; signed: SignedManifest; file: Uint8Array | null };
type Case = [name: string, make: (right: Release) => Release | Promise<Release>];

const flip = (of: Uint8Array<ArrayBuffer>, bit: number) =>
  of.with(bit >> 3, (of[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
const flipText = (text: string, bit: number) =>
  toBase64Url(flip(fromBase64Url(text) ?? new Uint8Array(), bit));
/** Signed again, as only the operator could. */
const withFields = async (
  right: Release,
  fields: Partial<Manifest>,
  by = key,
): Promise<Release> => {
  const manifest = { ...right.manifest, ...fields };
  return { ...right, manifest, signed: await signManifest(manifest, by) };
};
const withFile = (right: Release, file: Uint8Array | null): Release => ({ ...right, file });
const withSigned = (right: Release, signed: Partial<SignedManifest>): Release => ({
  ...right,
  signed: { ...right.signed, ...signed },
});

/** Spreads numbers over a range. */
const spread = (count: number, below: number) =>
  Array.from({ length: count }, (_, place) => Math.floor(((place + 0.5) * below) / count));

const CASES: Case[] = [
  ...spread(50, bytes.length * 8).map(
    (bit): Case => [`bit ${bit} of the file`, (right) => withFile(right, flip(bytes, bit))],
  ),
  ...spread(50, 4000).map(
    (bit): Case => [
      `bit ${bit} of the manifest`,
      (right) => withSigned(right, { manifest: flipText(right.signed.manifest, bit) }),
    ],
  ),
  ...spread(40, 512).map(
    (bit): Case => [
      `bit ${bit} of the signature`,
      (right) => withSigned(right, { signature: flipText(right.signed.signature, bit) }),
    ],
  ),
  ...spread(10, bytes.length).map(
    (length): Case => [
      `file cut after ${length} bytes`,
      (right) => withFile(right, bytes.slice(0, length)),
    ],
  ),
  ...[1, CHUNK_SIZE, 2 * CHUNK_SIZE].map(
    (more): Case => [
      `file longer by ${more} bytes`,
      (right) => {
        const file = new Uint8Array(bytes.length + more);
        file.set(bytes);
        return withFile(right, file);
      },
    ],
  ),
  ["no file", (right) => withFile(right, null)],
  [
    "chunks of the file swapped",
    (right) => {
      const file = bytes.slice();
      file.copyWithin(0, CHUNK_SIZE, 2 * CHUNK_SIZE);
      file.set(bytes.subarray(0, CHUNK_SIZE), CHUNK_SIZE);
      return withFile(right, file);
    },
  ],
  ...["0034", "0010", "FFFF"].map(
    (typeCode): Case => [`of type ${typeCode}`, (right) => withFields(right, { typeCode })],
  ),
  ...["K1-6000", "k1-5000", "K1-5000 ", "*"].map(
    (model): Case => [`for model ${model}`, (right) => withFields(right, { models: [model] })],
  ),
  ...["1.6.x", "1.7", "x", "1.7.20", "2.x.x", "1.7.x.x"].map(
    (from): Case => [`from version ${from}`, (right) => withFields(right, { from: [from] })],
  ),
  ["of the version that is installed", (right) => withFields(right, { version: "1.7.2" })],
  ...[1, 60_000, 86_400_000].map(
    (ms): Case => [`expired ${ms} ms ago`, (right) => withFields(right, { expires: NOW - ms + 1 })],
  ),
  ["expires now", (right) => withFields(right, { expires: NOW })],
  ...[1, 86_400_000].map(
    (ms): Case => [`valid in ${ms} ms`, (right) => withFields(right, { notBefore: NOW + ms })],
  ),
  ["signed with another key", (right) => withFields(right, {}, otherKey)],
  [
    "signed with another key under the right id",
    async (right) => {
      const foreign = await withFields(right, {}, otherKey);
      return withSigned(foreign, { keyId: key.keyId });
    },
  ],
  ["under the id of another key", (right) => withSigned(right, { keyId: otherKey.keyId })],
  ["signed with a revoked key", (right) => withFields(right, {}, revokedKey)],
  [
    "the signature of another release",
    async (right) => {
      const other = await withFields(right, { version: "1.8.1" });
      return withSigned(right, { signature: other.signed.signature });
    },
  ],
  [
    "the manifest of another file",
    async (right) => {
      const other = describeFirmware(
        firmwareBytes(5000, 2),
        { sequence: right.manifest.sequence },
        NOW,
      );
      return { ...right, signed: await signManifest(other, key) };
    },
  ],
  ...["{}", "null", "[]", '{"format":2}', "", "x"].map(
    (text): Case => [
      `signed text ${text}`,
      async (right) => ({ ...right, signed: await signText(text, key) }),
    ],
  ),
  ...(
    [
      { format: 2 },
      { size: 0 },
      { size: bytes.length + 1 },
      { size: 1e12 },
      { chunkSize: 1024 },
      { chunks: [] },
      { sequence: 0 },
      { sequence: -1 },
      { sha256: "" },
      { extra: true },
      { models: [] },
      { minSoc: 101 },
    ] as object[]
  ).map(
    (fields): Case => [
      `signed with ${JSON.stringify(fields)}`,
      async (right) => {
        const text = JSON.stringify({ ...right.manifest, ...fields });
        return { ...right, signed: await signText(text, key) };
      },
    ],
  ),
  ["the empty signature", (right) => withSigned(right, { signature: "" })],
  [
    "a signature of zeros",
    (right) => withSigned(right, { signature: toBase64Url(new Uint8Array(64)) }),
  ],
  [
    "a longer signature",
    (right) => withSigned(right, { signature: `${right.signed.signature}AA` }),
  ],
  [
    "hashes of chunks swapped",
    (right) => {
      const [first = "", second = "", ...rest] = right.manifest.chunks;
      return withFields(right, { chunks: [second, first, ...rest] });
    },
  ],
  ["the hash of another file", (right) => withFields(right, { sha256: "0".repeat(64) })],
];

/** Keys in the store that have the right file. */
const stored = new Set<string>();

async function storeFile(key: string, file: Uint8Array | null): Promise<void> {
  if (file === bytes && stored.has(key)) return;
  stored.delete(key);
  if (file === null) await env.FILES.delete(key);
  else await env.FILES.put(key, file);
  if (file === bytes) stored.add(key);
}

async function reasonOf(make: Case[1]): Promise<string> {
  sequence += 1;
  const manifest = describeFirmware(bytes, { sequence }, NOW);
  const right = { manifest, signed: await signManifest(manifest, key), file: bytes };
  const { file, ...release } = await make(right);
  await storeFile(firmwareKey(release.manifest.sha256), file);
  const releaseId = await storeRelease(env, release.manifest, release.signed, null);
  const updateId = crypto.randomUUID();
  const order = { siteId: SITE, updateId, address: ADDRESS, releaseId, installs: true };
  const trusted = readFirmwareKeys(`${key.publicKey} ${revokedKey.publicKey}`);
  const context = { ...testContext(NOW), firmwareKeys: trusted };
  const result = await startUpdate(context, order, { id: 1, name: "" });
  return result.ok ? "sent" : result.reason;
}

test("of two hundred tampered releases none is sent", { timeout: 120_000 }, async () => {
  expect(CASES.length).toBeGreaterThanOrEqual(200);
  const sent: string[] = [];
  for (const [name, make] of CASES) if ((await reasonOf(make)) === "sent") sent.push(name);
  expect(sent).toEqual([]);
  // An older release than the one that reports its version.
  const newest = describeFirmware(bytes, { version: "1.7.2", sequence: 5000 }, NOW);
  await storeRelease(env, newest, await signManifest(newest, key), bytes);
  expect(await reasonOf((right) => right)).toBe("notNewer");
  await logger.settle();
  expect(logger.inbox.filter(({ cmd }) => cmd === 352)).toEqual([]);
});

test("the release that the others were made from is sent", async () => {
  sequence = 5000;
  expect(await reasonOf((right) => right)).toBe("sent");
  expect(await logger.next(({ cmd }) => cmd === 352)).toMatchObject({ address: ADDRESS });
});
