import { beforeAll, expect, test } from "vitest";
import { toBase64Url } from "#protocol/base64url.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import {
  describeFirmware,
  makeFirmwareKey,
  signManifest,
  type TestKey,
} from "../../tests/support/firmware.ts";
import { bytes, listTamperings, type TestRelease } from "../../tests/support/tampered-releases.ts";
import { bytesOfHex, readSignatureCases } from "../../tests/support/wycheproof.ts";
import { judgeRelease, type ReleaseScene } from "./judge-release.ts";
import { slotsInMemory } from "./slot-flash.ts";
import { UpdateSlots } from "./update-slots.ts";

const NOW = Date.UTC(2026, 10, 28);
const SCENE: ReleaseScene = {
  piece: {
    address: "003311",
    typeCode: "0033",
    model: "K1-5000",
    versions: { dsp: "1.7.2" },
    registers: [],
  },
  read: () => null,
  sequenceOf: () => null,
};
let keys: Record<"key" | "otherKey" | "revokedKey", TestKey>;

beforeAll(async () => {
  const [key, otherKey, revokedKey] = await Promise.all([
    makeFirmwareKey(),
    makeFirmwareKey(),
    makeFirmwareKey(),
  ]);
  keys = { key, otherKey, revokedKey };
});

/** What a logger does with a release that an attacker sends past the portal. */
async function receive({ signed, file }: TestRelease): Promise<"refused" | "transferred"> {
  const verdict = await judgeRelease(signed, readFirmwareKeys(keys.key.publicKey), SCENE, NOW);
  if (!verdict.ok || file === null) return "refused";
  const slots = new UpdateSlots(slotsInMemory());
  const { manifest } = verdict;
  slots.begin("u", "/file", manifest);
  for (let from = 0; from < file.length; from += manifest.chunkSize) {
    const isLast = from + manifest.chunkSize >= manifest.size;
    if (!slots.addChunk(file.subarray(from, isLast ? file.length : from + manifest.chunkSize)))
      return "refused";
    if (isLast) break;
  }
  return slots.missing === 0 && slots.finish() ? "transferred" : "refused";
}

async function makeRight(): Promise<TestRelease> {
  const manifest = describeFirmware(bytes, {}, NOW);
  return { manifest, signed: await signManifest(manifest, keys.key), file: bytes };
}

test("a logger alone refuses each of two hundred tampered releases", async () => {
  const cases = listTamperings(keys, NOW);
  expect(cases.length).toBeGreaterThanOrEqual(200);
  const right = await makeRight();
  expect(await receive(right)).toBe("transferred");
  const taken: string[] = [];
  for (const [name, make] of cases)
    if ((await receive(await make(right))) === "transferred") taken.push(name);
  expect(taken).toEqual([]);
});

test.each(readSignatureCases())(
  "a logger judges the signature of Wycheproof case $tcId: $comment",
  async ({ key, msg, sig, result }) => {
    const publicKey = bytesOfHex(key);
    const trusted = readFirmwareKeys(toBase64Url(publicKey));
    const [keyId = ""] = trusted.keys();
    const signed = {
      manifest: toBase64Url(bytesOfHex(msg)),
      signature: toBase64Url(bytesOfHex(sig)),
      keyId,
    };
    // The messages are no manifests, which is noticed only after a right signature.
    const verdict = await judgeRelease(signed, trusted, SCENE, NOW);
    expect(verdict).toEqual({ ok: false, status: result === "valid" ? 400 : 403 });
  },
);
