import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { takeArchive } from "#operations/archives/take-archive-step.ts";
import type { Context } from "#operations/context.ts";
import { readDirectory } from "#protocol/archive/zip.ts";
import { deriveKeyRing } from "#protocol/keys/key-ring.ts";
import type { SiteRpc } from "#protocol/site-rpc.ts";
import { DEMO_SITES } from "#tools/demo/sites-data.ts";
import { contextOf } from "#workers/services.ts";
import { digestSite } from "../support/archives/digest-site.ts";
import { type FilledSite, fillSite } from "../support/archives/fill-site.ts";
import {
  importArchiveOf,
  siteOfImport,
  takeArchiveOf,
  uploadArchive,
} from "../support/archives/portal-calls.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { siteStub } from "../support/site-logger.ts";

const SEED = Number(process.env.ARCHIVE_SEED ?? Math.floor(Math.random() * 1e9));
const TO = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
const tokens: Record<string, string> = {};

const demo = DEMO_SITES.filter(
  (site): site is FilledSite => site.profile !== null && site.profile.kind === "simulated",
);
const [HOUSE, FARM] = [demo[0], demo[3]] as [FilledSite, FilledSite];

beforeAll(async () => {
  console.log(`seed of the archives: ${SEED}`);
  await seedUsers();
  for (const name of ["owner", "administrator", "full", "stranger"])
    tokens[name] = await signIn(name);
  await fillSite(ALPHA, HOUSE, { from: TO - 2 * DAY_MS, to: TO, seed: SEED });
  await fillSite(BETA, FARM, { from: TO - DAY_MS, to: TO, seed: SEED });
  const owner = (path: string, body: object) => callAs(tokens.owner ?? "", path, body);
  await owner("/site/v2/updateElectricityPrice", {
    id: ALPHA,
    electricityPrice: 0.31,
    priceUnit: "EUR",
  });
  await owner("/site/v2/updateSolarPeak", { id: ALPHA, solarPeak: 9_600 });
  await owner("/site/v2/tag/add", { id: ALPHA, tag: "roof" });
  await owner("/site/v2/config/add", { id: ALPHA, option: "panelCount", value: "24" });
  await owner("/site/v2/history/updateRetention", { id: ALPHA, years: 10 });
  await owner("/site/v2/chart/selection/save", {
    id: ALPHA,
    name: "Solar",
    addresses: ["FFFF000100"],
  });
  const alarms = await siteStub(ALPHA).readAlarmLog({ page: 1, size: 5 });
  const [alarm] = alarms.rows;
  if (alarm !== undefined)
    await siteStub(ALPHA).acknowledgeAlarm(alarm.logId, { id: 1, name: "The owner" });
});

type Answer = { status: number; body: { data?: unknown; message: string } };
const call = (path: string, input: object, who = "owner") =>
  callAs(tokens[who] ?? "", path, input) as Promise<Answer>;
const exportSite = (siteId: number) => takeArchiveOf(tokens.owner ?? "", siteId);
const importArchive = (
  bytes: Uint8Array<ArrayBuffer>,
  who = "owner",
  more: Partial<Context> = {},
) => importArchiveOf(tokens[who] ?? "", bytes, more);
const siteOf = siteOfImport;

async function deliverJournal(siteId: number): Promise<void> {
  const { deliverJournals } = await import("#operations/journal/deliver-journal.ts");
  await deliverJournals(contextOf(env));
  const left = await env.DB.prepare("select count(*) as n from journal_outbox where site_id = ?")
    .bind(siteId)
    .first<{ n: number }>();
  expect(left?.n).toBe(0);
}

const countSites = async () =>
  (await env.DB.prepare("select count(*) as n from sites").first<{ n: number }>())?.n ?? 0;

test("an imported site equals the exported one", async () => {
  for (const [siteId, { timeZone }] of [
    [ALPHA, { timeZone: "Europe/Berlin" }],
    [BETA, { timeZone: "Asia/Kathmandu" }],
  ] as const) {
    await deliverJournal(siteId);
    // The order is recorded in the journal of the source only.
    await call("/site/v2/archive/add", { id: siteId });
    await deliverJournal(siteId);
    await env.DB.prepare("delete from archive_tasks").run();
    const before = await digestSite(siteId, timeZone);
    const bytes = await exportSite(siteId);
    const task = await importArchive(bytes);
    expect(task).toMatchObject({ phase: "done", failure: null, differences: 0 });
    const after = await digestSite(await siteOf(task.archiveId), timeZone);
    expect(after).toEqual(before);
    for (const name of [
      "alarms",
      "journal",
      "rules",
      "settings",
      "snapshots",
      "states",
      "values",
      "row members",
    ])
      expect(Number.parseInt(before[name] ?? "", 10), name).toBeGreaterThan(50);
    expect(before.samples).toMatch(/^\d{4,} /);
  }
});

test("another portal with other keys and without the users imports the same site", async () => {
  const before = await digestSite(BETA, "Asia/Kathmandu");
  const bytes = await exportSite(BETA);
  const keys = deriveKeyRing(new TextEncoder().encode("the secret of another portal, 32 bytes"));
  const task = await importArchive(bytes, "stranger", { keys });
  expect(task).toMatchObject({ phase: "done", failure: null, differences: 0 });
  const siteId = await siteOf(task.archiveId);
  const { "journal-users": users, rules, ...after } = await digestSite(siteId, "Asia/Kathmandu");
  expect({ ...before, ...after }).toEqual(before);
  // The authors of rules are unknown to a user who shares no site with them, who must not learn that they are here.
  expect(rules).not.toBe(before.rules);
  // The journal names the user who imported the site, too.
  expect(users).not.toBe(before["journal-users"]);
  // The site has no module, the importing user owns it, and its members are only invited.
  const rows = async (query: string) =>
    (await env.DB.prepare(query).bind(siteId).all<Record<string, unknown>>()).results;
  expect(await rows("select serial from modules where site_id = ?")).toEqual([]);
  expect(await rows("select count(*) as n from memberships where site_id = ?")).toEqual([{ n: 1 }]);
});

test("an import that is killed at any step continues, and a deleted one leaves nothing", async () => {
  const before = await digestSite(BETA, "Asia/Kathmandu");
  const bytes = await exportSite(BETA);
  let count = 0;
  // Every clock reading is a second later, so that each step ends after few files.
  const now = () => {
    count += 1;
    return Date.now() + count * 1_000;
  };
  const task = await importArchive(bytes, "owner", { now });
  expect(task).toMatchObject({ phase: "done", failure: null, differences: 0 });
  expect(await digestSite(await siteOf(task.archiveId), "Asia/Kathmandu")).toEqual(before);

  const sites = await countSites();
  const archiveId = await uploadArchive(tokens.owner ?? "", bytes);
  await call("/user/v2/archive/import/start", { archiveId });
  const context = { ...contextOf(env), enqueueArchive: async () => {}, now };
  for (let step = 0; step < 12; step++) await takeArchive(context, { archiveId, step });
  const siteId = await siteOf(archiveId);
  expect(siteId).toBeGreaterThan(0);
  await call("/user/v2/archive/delete", { archiveId });
  expect(await countSites()).toBe(sites);
  expect((await siteStub(siteId).outlineArchive("UTC"))?.registers ?? []).toEqual([]);
});

test("only the owner, with a confirmed identity, may order an archive", async () => {
  for (const who of ["administrator", "full"])
    expect((await call("/site/v2/archive/add", { id: ALPHA }, who)).status).toBe(403);
  expect((await call("/site/v2/archive/add", { id: ALPHA }, "stranger")).status).toBe(404);
});

test("a damaged archive is refused with its file, and nothing is written", async () => {
  const bytes = await exportSite(BETA);
  const entries = await readDirectory(
    async (at, length) => bytes.subarray(at, at + length),
    bytes.length,
  );
  const names = entries.map(({ name }) => name);
  const [sites, seed] = [await countSites(), SEED];
  const random = fc.sample(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })), {
    numRuns: 25,
    seed,
  });
  for (const [place, flip] of random) {
    const damaged = bytes.slice();
    damaged[place] = (damaged[place] ?? 0) ^ flip;
    const task = await importArchive(damaged);
    expect(task, `seed ${seed}, byte ${place}`).toMatchObject({ phase: "done", siteKey: null });
    expect(task.failure, `seed ${seed}, byte ${place}`).not.toBeNull();
    expect([...names, "ZIP directory", "manifest.json"]).toContain(task.failureFile);
    expect(await siteOf(task.archiveId)).toBe(0);
    await call("/user/v2/archive/delete", { archiveId: task.archiveId });
  }
  expect(await countSites()).toBe(sites);
});

test("a user's archive has their data without secrets, and another account takes it over", async () => {
  await call("/user/v2/update", { city: "Bremen", company: "Sun and Son" }, "full");
  await call("/user/v2/groupuser/add", { email: "friend@example.net" }, "full");
  const bytes = await takeArchiveOf(tokens.full ?? "", null);
  const text = Buffer.from(bytes).toString("latin1");
  expect(text).toContain('"kind": "person"');
  expect(text).not.toMatch(/pass|secret/i);
  const task = await importArchive(bytes, "stranger");
  expect(task).toMatchObject({ phase: "done", failure: null, siteKey: null });
  const { body } = await call("/user/v2/get", {}, "stranger");
  expect(body.data).toMatchObject({ city: "Bremen", email: "stranger@example.org" });
  const group = await call("/user/v2/groupuser/get", {}, "stranger");
  expect(JSON.stringify(group.body.data)).toContain("friend@example.net");
});

test.each([
  ["more values than its row states", "update import_rows set cells = 1"],
  ["another period than its row", "update import_rows set to_at = to_at + 1"],
  ["another kind", "update import_rows set kind = 'energies' where kind = 'samples'"],
  ["bytes that are no part", "update import_rows set data = x'03ff'"],
  ["no portal", "update import_layers set body = json_set(body, '$.portal', 'none')"],
  ["another period", "update import_layers set body = json_set(body, '$.until', 5)"],
  ["too many values", "update import_layers set body = json_set(body, '$.values', 7000000)"],
])("an import in an archive with %s is refused", async (_, forge) => {
  const stub = siteStub(7_000);
  const at = [900_000, 1_000_000];
  const period = { from: 900_000, until: 1_800_000 };
  const layer = { layerId: "a", name: "a", portal: "other" as const, rows: 2, parts: 1, values: 2 };
  await stub.beginImport({ ...layer, ...period });
  const author = { id: 1, name: "Ana" };
  const part = { kind: "samples" as const, at, columns: { "0100": [-1, 2] } };
  await stub.writeImportPart("a", 0, part, author);
  expect(await stub.settleImport()).toBe(true);
  // Called within the object: a call from outside that fails would also count as an unhandled rejection.
  await runInDurableObject(stub, async (object: SiteRpc, { storage }) => {
    storage.sql.exec(forge);
    await expect(object.settleImport()).rejects.toThrow();
  });
  await stub.undoImport("a", author);
});
