import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firmwareKey } from "#domain/firmware/release.ts";
import { startUpdate } from "#operations/firmware/start-update.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import {
  describeFirmware,
  makeFirmwareKey,
  signManifest,
  storeRelease,
  type TestKey,
} from "../support/firmware.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, type LoggerSocket } from "../support/site-logger.ts";
import { bytes, listTamperings, type Tampering } from "../support/tampered-releases.ts";
import { testContext } from "../support/test-context.ts";

const SITE = 8800;
const ADDRESS = "003311";
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

/** Keys in the store that have the right file. */
const stored = new Set<string>();

async function storeFile(key: string, file: Uint8Array | null): Promise<void> {
  if (file === bytes && stored.has(key)) return;
  stored.delete(key);
  if (file === null) await env.FILES.delete(key);
  else await env.FILES.put(key, file);
  if (file === bytes) stored.add(key);
}

async function reasonOf(make: Tampering[1]): Promise<string> {
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
  const cases = listTamperings({ key, otherKey, revokedKey }, NOW);
  expect(cases.length).toBeGreaterThanOrEqual(200);
  const sent: string[] = [];
  for (const [name, make] of cases) if ((await reasonOf(make)) === "sent") sent.push(name);
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
