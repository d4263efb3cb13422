import { CHUNK_SIZE, type Manifest } from "#domain/firmware/manifest.ts";
import type { SignedManifest } from "#domain/firmware/release.ts";
import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import {
  describeFirmware,
  firmwareBytes,
  signManifest,
  signText,
  type TestKey,
} from "./firmware.ts";

/** The file of the release from which the tampered ones are made. */
export const bytes = firmwareBytes(2 * CHUNK_SIZE + 1000);

/** A release with its file; null if the file is missing. */
export type TestRelease = { manifest: Manifest; signed: SignedManifest; file: Uint8Array | null };
/** A change of the right release that makes it a wrong one. */
export type Tampering = [
  name: string,
  make: (right: TestRelease) => TestRelease | Promise<TestRelease>,
];

const flip = (of: Uint8Array<ArrayBuffer>, bit: number) =>
  of.with(bit >> 3, (of[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
const flipText = (text: string, bit: number) =>
  toBase64Url(flip(fromBase64Url(text) ?? new Uint8Array(), bit));
const withFile = (right: TestRelease, file: Uint8Array | null): TestRelease => ({ ...right, file });
const withSigned = (right: TestRelease, signed: Partial<SignedManifest>): TestRelease => ({
  ...right,
  signed: { ...right.signed, ...signed },
});

/** Spreads numbers over a range. */
const spread = (count: number, below: number) =>
  Array.from({ length: count }, (_, place) => Math.floor(((place + 0.5) * below) / count));

/**
 * Lists more than two hundred wrong releases for equipment of type 0033, model K1-5000, whose `dsp` has version 1.7.2.
 * @param keys the trusted key, an unknown one, and one that the portal has revoked
 * @param now ms UTC
 */
export function listTamperings(
  { key, otherKey, revokedKey }: Record<"key" | "otherKey" | "revokedKey", TestKey>,
  now: number,
): Tampering[] {
  /** Signed again, as only the operator could. */
  const withFields = async (
    right: TestRelease,
    fields: Partial<Manifest>,
    by = key,
  ): Promise<TestRelease> => {
    const manifest = { ...right.manifest, ...fields };
    return { ...right, manifest, signed: await signManifest(manifest, by) };
  };
  return [
    ...spread(50, bytes.length * 8).map(
      (bit): Tampering => [`bit ${bit} of the file`, (right) => withFile(right, flip(bytes, bit))],
    ),
    ...spread(50, 4000).map(
      (bit): Tampering => [
        `bit ${bit} of the manifest`,
        (right) => withSigned(right, { manifest: flipText(right.signed.manifest, bit) }),
      ],
    ),
    ...spread(40, 512).map(
      (bit): Tampering => [
        `bit ${bit} of the signature`,
        (right) => withSigned(right, { signature: flipText(right.signed.signature, bit) }),
      ],
    ),
    ...spread(10, bytes.length).map(
      (length): Tampering => [
        `file cut after ${length} bytes`,
        (right) => withFile(right, bytes.slice(0, length)),
      ],
    ),
    ...[1, CHUNK_SIZE, 2 * CHUNK_SIZE].map(
      (more): Tampering => [
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
      (typeCode): Tampering => [`of type ${typeCode}`, (right) => withFields(right, { typeCode })],
    ),
    ...["K1-6000", "k1-5000", "K1-5000 ", "*"].map(
      (model): Tampering => [
        `for model ${model}`,
        (right) => withFields(right, { models: [model] }),
      ],
    ),
    ...["1.6.x", "1.7", "x", "1.7.20", "2.x.x", "1.7.x.x"].map(
      (from): Tampering => [`from version ${from}`, (right) => withFields(right, { from: [from] })],
    ),
    ["of the version that is installed", (right) => withFields(right, { version: "1.7.2" })],
    ...[1, 60_000, 86_400_000].map(
      (ms): Tampering => [
        `expired ${ms} ms ago`,
        (right) => withFields(right, { expires: now - ms + 1 }),
      ],
    ),
    ["expires now", (right) => withFields(right, { expires: now })],
    ...[1, 86_400_000].map(
      (ms): Tampering => [
        `valid in ${ms} ms`,
        (right) => withFields(right, { notBefore: now + ms }),
      ],
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
          now,
        );
        return { ...right, signed: await signManifest(other, key) };
      },
    ],
    ...["{}", "null", "[]", '{"format":2}', "", "x"].map(
      (text): Tampering => [
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
      (fields): Tampering => [
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
}
