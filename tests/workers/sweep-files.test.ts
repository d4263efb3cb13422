import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import type { Context } from "#operations/context.ts";
import { sweepFiles } from "#operations/jobs/sweep-files.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { describeFirmware, firmwareBytes, storeRelease } from "../support/firmware.ts";
import { makePng } from "../support/picture-files.ts";
import { seedUsers } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";
import { upload } from "../support/upload.ts";

/** Midnight, when the store is looked through, two days from now. */
const LATER = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
const NOON = LATER + DAY_MS / 2;
let token = "";

beforeAll(seedUsers);
beforeEach(async () => {
  token = await signIn("full");
});

async function uploadOne(): Promise<string> {
  return ((await upload(token, makePng(4, 4))).data as string).slice("/files/".length);
}

const setHeader = (header: string | null) => callAs(token, "/user/v2/updateHeader", { header });

/** Keys on record, and keys in the store. */
async function readKeys(): Promise<[string[], string[]]> {
  const rows = await env.DB.prepare("select key from files order by key").all<{ key: string }>();
  const { objects } = await env.FILES.list();
  return [rows.results.map(({ key }) => key), objects.map(({ key }) => key).sort()];
}

/** A store that is killed at a call. */
function dyingAt(call: "put" | "delete"): Context {
  const context = testContext(LATER);
  const die = () => Promise.reject(new Error("killed"));
  return { ...context, files: { ...context.files, [call]: die } };
}

test("unreferenced files are deleted after a day, and referenced ones stay", async () => {
  const [loose, kept] = [await uploadOne(), await uploadOne()];
  await setHeader(kept);
  await sweepFiles(testContext(Date.now() + DAY_MS - 60_000), NOON);
  expect((await readKeys())[0].sort()).toEqual([loose, kept].sort());
  await sweepFiles(testContext(LATER), NOON);
  expect(await readKeys()).toEqual([[kept], [kept]]);
  await setHeader(null);
  expect(await readKeys()).toEqual([[], []]);
});

test("killed between record and store, no recorded file is missing, and the rest is swept", async () => {
  const [loose, kept] = [await uploadOne(), await uploadOne()];
  await setHeader(kept);
  // An upload that was killed before its record was written.
  await env.FILES.put("half-uploaded-picture-x", new Uint8Array([1]));
  await expect(sweepFiles(dyingAt("delete"), NOON)).rejects.toThrow("killed");
  expect(await readKeys()).toEqual([[kept], [kept, loose, "half-uploaded-picture-x"].sort()]);
  // By day only the record is looked at.
  await sweepFiles(testContext(LATER), NOON);
  expect((await readKeys())[1]).toHaveLength(3);
  await sweepFiles(testContext(Date.now()), LATER);
  expect((await readKeys())[1]).toHaveLength(3);
  await sweepFiles(testContext(LATER), LATER);
  expect(await readKeys()).toEqual([[kept], [kept]]);
});

test("firmware of a release stays in the store, and a file without a release does not", async () => {
  const bytes = firmwareBytes(100);
  const manifest = describeFirmware(bytes);
  const signed = { manifest: "e30", signature: "AA", keyId: "0123456789abcdef" };
  await storeRelease(env, manifest, signed, bytes);
  await env.FILES.put("firmware/0123", new Uint8Array([1]));
  await sweepFiles(testContext(LATER), LATER);
  const { objects } = await env.FILES.list({ prefix: "firmware/" });
  expect(objects.map(({ key }) => key)).toEqual([`firmware/${manifest.sha256}`]);
});
