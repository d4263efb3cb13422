/** Sites of every kind are archived, deleted and imported with equal digests; mutated archives are refused, nothing is written. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sortNameOf } from "#domain/sites/name-index.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { readDirectory } from "#protocol/archive/zip.ts";
import { DEMO_SITES } from "#tools/demo/sites-data.ts";
import { digestSite } from "../support/archives/digest-site.ts";
import { type FilledSite, fillSite } from "../support/archives/fill-site.ts";
import { fillYear } from "../support/archives/fill-year.ts";
import {
  callWith,
  importArchiveOf,
  siteOfImport,
  takeArchiveOf,
} from "../support/archives/portal-calls.ts";
import { signIn } from "../support/call-api.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { seedUsers } from "../support/seed-users.ts";
import { siteStub } from "../support/site-logger.ts";

const options = readProbeOptions(env.PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Sites, of each kind of plant in turn. */
  sites: z.coerce.number().int().positive().default(50),
  /** Mutated archives. */
  count: z.coerce.number().int().positive().default(500),
  /** Days of the site with a sample every ten seconds. */
  days: z.coerce.number().int().positive().default(365),
});
const TO = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
const KINDS = DEMO_SITES.filter(
  (site): site is FilledSite => site.profile !== null && site.profile.kind === "simulated",
);
let token = "";

beforeAll(async () => {
  console.log(`seed ${options.seed}, ${options.sites} sites, ${options.count} mutations`);
  await seedUsers();
  token = await signIn("owner");
});

/** Creates a site without a module. */
async function addSite(name: string, timeZone: string): Promise<number> {
  const { results } = await env.DB.prepare(
    `insert into sites (name, creator_id, time_zone, created_at, updated_at, sort_name)
      select ?, id, ?, 1, 1, ? from users where account = 'owner@example.org' returning id`,
  )
    .bind(name, timeZone, sortNameOf(name))
    .all<{ id: number }>();
  const siteId = results[0]?.id ?? 0;
  await env.DB.prepare(
    `insert into memberships (user_id, site_id, role, created_at)
      select id, ?, case account when 'owner@example.org' then 1 else 2 end, 1 from users
      where account in ('owner@example.org', 'full@example.org', 'monitor@example.org')`,
  )
    .bind(siteId)
    .run();
  // An import names its user in the journal, which the owner's own entries do before it.
  const author = { id: 1, name: "The owner" };
  const entry = { key: "renamed", at: 1, what: "site.renamed", author, details: {} } as const;
  await siteStub(siteId).appendJournal(siteId, [entry]);
  return siteId;
}

async function roundTrip(siteId: number, timeZone: string): Promise<Uint8Array<ArrayBuffer>> {
  const before = await digestSite(siteId, timeZone);
  const bytes = await takeArchiveOf(token, siteId);
  await siteStub(siteId).erase();
  await env.DB.prepare("delete from sites where id = ?").bind(siteId).run();
  const task = await importArchiveOf(token, bytes);
  expect(task).toMatchObject({ phase: "done", failure: null, differences: 0 });
  const imported = await siteOfImport(task.archiveId);
  expect(await digestSite(imported, timeZone)).toEqual(before);
  await callWith(token, "/user/v2/archive/delete", { archiveId: task.archiveId });
  return bytes;
}

let smallest: Uint8Array<ArrayBuffer> | undefined;

test("every site equals the one that was archived and deleted", async () => {
  for (let number = 0; number < options.sites; number++) {
    const kind = KINDS[number % KINDS.length];
    if (kind === undefined) throw new Error("no kinds of sites");
    const siteId = await addSite(`${kind.name} ${number}`, kind.timeZone);
    await fillSite(siteId, kind, { from: TO - DAY_MS, to: TO, seed: options.seed + number });
    const bytes = await roundTrip(siteId, kind.timeZone);
    if (smallest === undefined || bytes.length < smallest.length) smallest = bytes;
  }
});

test("a year of samples every ten seconds is equal", async () => {
  const siteId = await addSite("Ten seconds", "Europe/Berlin");
  const count = await fillYear(siteId, { days: options.days, until: TO });
  const startedAt = Date.now();
  const bytes = await roundTrip(siteId, "Europe/Berlin");
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(`${count} values in ${bytes.length} bytes, there and back in ${seconds} s`);
});

test("a mutated archive is refused with its file, and nothing is written", async () => {
  const bytes = smallest ?? new Uint8Array();
  const read = async (at: number, length: number) => bytes.subarray(at, at + length);
  const names = (await readDirectory(read, bytes.length)).map(({ name }) => name);
  const sites = "select count(*) as n from sites";
  const before = await env.DB.prepare(sites).first("n");
  const mutation = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
  for (const [place, flip] of fc.sample(mutation, { numRuns: options.count, seed: options.seed })) {
    const mutated = bytes.slice();
    mutated[place] = (mutated[place] ?? 0) ^ flip;
    const task = await importArchiveOf(token, mutated);
    expect(task.failure, `byte ${place}`).not.toBeNull();
    expect([...names, "ZIP directory"]).toContain(task.failureFile);
    expect(await siteOfImport(task.archiveId)).toBe(0);
    await callWith(token, "/user/v2/archive/delete", { archiveId: task.archiveId });
  }
  expect(await env.DB.prepare(sites).first("n")).toBe(before);
});
