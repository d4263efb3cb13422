import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { JOURNAL_KINDS } from "#domain/journal/journal-kinds.ts";
import type { KnownPath } from "#operations/call.ts";
import type { Context, SignedIn } from "#operations/context.ts";
import { deliverJournal, deliverJournals } from "#operations/journal/deliver-journal.ts";
import type { JournalRow } from "#protocol/journal.ts";
import { callerOf, registerModules, tryCall } from "../support/claims.ts";
import { ALPHA, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { siteStub } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";

const context = testContext();
let owner: SignedIn;
let full: SignedIn;
let monitor: SignedIn;
let member: number;

beforeAll(async () => {
  await seedUsers();
  await registerModules(["JOURNAL-02"]);
  owner = await callerOf("owner");
  full = await callerOf("full");
  monitor = await callerOf("monitor");
  member = monitor.person.id;
});

beforeEach(() => void context.turn(1_000));

const call = (path: KnownPath, input: object, caller = owner) =>
  tryCall(path, { siteId: ALPHA, ...input }, caller, context);

async function pending(): Promise<string[]> {
  const { results } = await env.DB.prepare("select what from journal_outbox order by id").all();
  return results.map(({ what }) => String(what));
}

async function page(input: object = {}, caller = owner) {
  const answer = await call("POST /site/v2/message/page", { size: 100, ...input }, caller);
  return answer as { code: string; data: { total: number; rows: JournalRow[] } };
}

/** Makes a call and returns the entries that it recorded, oldest first. */
async function recorded(path: KnownPath, input: object, caller = owner): Promise<JournalRow[]> {
  const before = (await page()).data.rows[0]?.number ?? 0;
  const { code } = await call(path, input, caller);
  expect(code, path).toBe("ok");
  return (await page()).data.rows.filter(({ number }) => number > Math.max(before, 1)).toReversed();
}

const share = async () => {
  const { data } = await call("POST /site/v2/share/getBySiteId", {});
  return (data as { id: number }).id;
};

test("changed escalation steps are recorded once, and not if a user is no member", async () => {
  const path = "POST /site/v2/alarm/escalation/update";
  const steps = [{ afterMinutes: 30, userIds: [member] }];
  expect(await recorded(path, { steps })).toMatchObject([
    { what: "rule.escalationChanged", author: { name: "The owner" }, details: { steps: 1 } },
  ]);
  expect(await recorded(path, { steps })).toEqual([]);
  const foreign = { steps: [{ afterMinutes: 30, userIds: [999_999] }] };
  expect(await call(path, foreign)).toMatchObject({ code: "invalid" });
  const four = [10, 20, 30, 40].map((afterMinutes) => ({ afterMinutes, userIds: [member] }));
  expect(await call(path, { steps: four })).toMatchObject({ fields: { steps: "tooMany" } });
  expect(await pending()).toEqual([]);
  expect(await recorded(path, { steps: [] })).toHaveLength(1);
});

test("settings of a site are recorded with user, previous and new values, and only if they change", async () => {
  const renamed = await recorded("POST /site/v2/updateName", { name: "Harbour roof" });
  expect(renamed).toMatchObject([
    {
      what: "site.renamed",
      at: context.now(),
      author: { name: "The owner" },
      details: { from: "Alpha roof", to: "Harbour roof" },
    },
  ]);
  expect(await recorded("POST /site/v2/updateName", { name: "Harbour roof" })).toEqual([]);
  const price = { electricityPrice: 0.5, priceUnit: "EUR" };
  expect(await recorded("POST /site/v2/updateElectricityPrice", price)).toMatchObject([
    { what: "site.pricesChanged", details: { electricityPriceTo: 0.5, priceUnitTo: "EUR" } },
  ]);
  expect(await recorded("POST /site/v2/updateElectricityPrice", price)).toEqual([]);
  expect(
    await recorded("POST /site/v2/updateGPSInfo", {
      location: "Hamburg",
      timeZone: "Europe/Paris",
    }),
  ).toMatchObject([
    {
      what: "site.moved",
      details: {
        locationFrom: "Berlin",
        locationTo: "Hamburg",
        timeZoneFrom: "Europe/Berlin",
        timeZoneTo: "Europe/Paris",
      },
    },
  ]);
  const geofence = { shape: "circle", centre: { latitude: 53.5, longitude: 9.9 }, radius: 250 };
  expect(await recorded("POST /site/v2/updateGeoFence", { geofence })).toMatchObject([
    { what: "site.fenceChanged", details: { shape: "circle" } },
  ]);
  expect(await recorded("POST /site/v2/updateGeoFence", { geofence })).toEqual([]);
  expect(await recorded("POST /site/v2/history/updateRetention", { years: 5 })).toMatchObject([
    { what: "site.retentionChanged", details: { from: null, to: 5 } },
  ]);
});

test("tags, configs and banner are recorded", async () => {
  expect(await recorded("POST /site/v2/tag/add", { name: "barn" })).toMatchObject([
    { what: "site.tagAdded", details: { tag: "barn" } },
  ]);
  expect(await recorded("POST /site/v2/tag/delete", { name: "barn" })).toMatchObject([
    { what: "site.tagRemoved", details: { tag: "barn" } },
  ]);
  expect(await recorded("POST /site/v2/tag/delete", { name: "barn" })).toEqual([]);
  const config = { option: "panelCount", value: "24" };
  expect(await recorded("POST /site/v2/config/add", config)).toMatchObject([
    { what: "site.configAdded", details: { option: "panelCount", to: "24" } },
  ]);
  const { id } = (await env.DB.prepare("select id from site_configs").first()) as { id: number };
  expect(await recorded("POST /site/v2/config/update", { id, value: "26" })).toMatchObject([
    { what: "site.configChanged", details: { from: "24", to: "26" } },
  ]);
  expect(await recorded("POST /site/v2/config/update", { id, value: "26" })).toEqual([]);
  expect(await recorded("POST /site/v2/config/delete", { id })).toMatchObject([
    { what: "site.configRemoved", details: { option: "panelCount", from: "26" } },
  ]);
  expect(await recorded("POST /site/v2/updateBanner", { textPosition: 4 })).toMatchObject([
    { what: "site.bannerChanged", details: { pictures: 0 } },
  ]);
});

test("each change of the share link is recorded, without its token", async () => {
  expect(await recorded("POST /site/v2/share/add", { showWorld: 1 }, full)).toMatchObject([
    {
      what: "share.created",
      author: { name: "The full" },
      details: { hasPassword: false, hidesLocation: false, isPublic: true },
    },
  ]);
  const id = await share();
  const steps = [
    ["POST /site/v2/share/locationHide", { locationHide: 1 }, "share.locationHidden"],
    ["POST /site/v2/share/locationHide", { locationHide: 1 }, null],
    ["POST /site/v2/share/locationHide", { locationHide: 0 }, "share.locationShown"],
    ["POST /site/v2/share/showWorld", { showWorld: 0 }, "share.unpublished"],
    ["POST /site/v2/share/showWorld", { showWorld: 1 }, "share.published"],
    ["POST /site/v2/share/renew", {}, "share.renewed"],
    ["POST /site/v2/share/updatePassword", { password: "open sesame" }, "share.passwordSet"],
    ["POST /site/v2/share/updatePassword", { password: "" }, "share.passwordRemoved"],
    ["POST /site/v2/share/updatePassword", { password: "" }, null],
    ["POST /site/v2/share/delete", {}, "share.deleted"],
  ] as const;
  for (const [path, input, what] of steps) {
    const entries = await recorded(path, { id, ...input });
    expect(
      entries.map((entry) => entry.what),
      path,
    ).toEqual(what === null ? [] : [what]);
    expect(entries.every(({ details }) => Object.keys(details).length === 0)).toBe(true);
  }
});

test("changes of access are recorded with the user whom they are about, for administrators only", async () => {
  const to = { userId: member, role: 2 };
  expect(await recorded("POST /site/v2/user/updateRole", to)).toMatchObject([
    {
      what: "access.roleChanged",
      author: { name: "The owner" },
      user: { name: "The monitor" },
      details: { fromRole: 3, toRole: 2 },
    },
  ]);
  expect(
    await recorded("POST /site/v2/user/updateReceive", { userId: member, receive: true }),
  ).toMatchObject([
    { what: "access.alarmsSwitched", user: { name: "The monitor" }, details: { to: true } },
  ]);
  // An invitation names no address.
  const [invited] = await recorded("POST /site/v2/user/invite", {
    email: "guest@example.org",
    role: 3,
  });
  expect(invited).toMatchObject({ what: "access.invited", user: null });
  expect(JSON.stringify(await page())).not.toContain("guest@");
  const seen = await page({}, full);
  expect(seen.data.rows.filter(({ what }) => what.startsWith("access."))).toEqual([]);
  expect(seen.data.total).toBeLessThan((await page()).data.total);
  expect((await page({ kinds: ["access"] }, full)).data).toMatchObject({ total: 0 });
  await recorded("POST /site/v2/user/updateRole", { userId: member, role: 3 });
  expect((await page({}, await callerOf("monitor"))).code).toBe("forbidden");
});

test("the demo account sees no users, nor finds them", async () => {
  const demo = await callerOf("demo");
  const { code, data } = await page({}, demo);
  expect(code).toBe("ok");
  expect(data.rows.length).toBeGreaterThan(5);
  expect(data.rows.every(({ author, user }) => author === null && user === null)).toBe(true);
  expect((await page({ search: "the owner" }, demo)).data.total).toBe(0);
  expect((await page({ search: "the owner" })).data.total).toBeGreaterThan(0);
});

test("the export is for administrators, whole, and recorded", async () => {
  expect((await call("POST /site/v2/message/export", {}, full)).code).toBe("forbidden");
  const exported = await call("POST /site/v2/message/export", {});
  const { text, next } = exported.data as { text: string; next: number | null };
  expect(next).toBeNull();
  expect(text.trimEnd().split("\n").at(-1)).toContain('"The owner"');
  expect((await page()).data.rows[0]).toMatchObject({
    what: "export.journal",
    author: { name: "The owner" },
  });
});

test("module, deletion and restoration are recorded", async () => {
  const confirmedName = { name: "Harbour roof" };
  expect(await recorded("POST /site/v2/unlink", confirmedName)).toMatchObject([
    { what: "module.unlinked", details: { from: "ALPHA-01" } },
  ]);
  const label = { sn: "JOURNAL-02", checkCode: "CODE-JOURNAL-02" };
  expect(await recorded("POST /site/v2/replaceSystemId", label)).toMatchObject([
    { what: "module.replaced", details: { from: null, to: "JOURNAL-02" } },
  ]);
  const { total } = (await page()).data;
  await call("POST /site/v2/delete", confirmedName);
  await call("POST /site/v2/restore", { id: ALPHA });
  expect((await page()).data.rows.slice(0, 2)).toMatchObject([
    { what: "site.restored" },
    { what: "site.deleted" },
  ]);
  expect((await page()).data.total).toBe(total + 2);
});

test("a delivery that fails, or whose answer is lost, is repeated and records each change once", async () => {
  const failing = (when: "before" | "after"): Context => ({
    ...context,
    siteObject: (siteId) =>
      new Proxy(context.siteObject(siteId), {
        get: (object, name) =>
          name === "appendJournal"
            ? async (...given: Parameters<typeof object.appendJournal>) => {
                if (when === "after") await object.appendJournal(...given);
                throw new Error("unreachable");
              }
            : Reflect.get(object, name),
      }),
  });
  const { total } = (await page()).data;
  await call("POST /site/v2/tag/add", { name: "one" });
  await expect(deliverJournal(failing("before"), ALPHA)).rejects.toThrow();
  await call("POST /site/v2/tag/add", { name: "two" });
  await expect(deliverJournal(failing("after"), ALPHA)).rejects.toThrow();
  expect(await pending()).toEqual(["site.tagAdded", "site.tagAdded"]);
  // The job itself survives a site that cannot be reached.
  await deliverJournals(failing("before"));
  await Promise.all([deliverJournal(context, ALPHA), deliverJournals(context)]);
  expect(await pending()).toEqual([]);
  const { rows, total: after } = (await page()).data;
  expect(after).toBe(total + 2);
  expect(rows.slice(0, 2).map(({ details }) => details.tag)).toEqual(["two", "one"]);
});

test("a change that is refused records nothing", async () => {
  await call("POST /site/v2/updateName", { name: "Other" }, full);
  await call("POST /site/v2/user/updateRole", { userId: owner.person.id, role: 3 });
  await call("POST /site/v2/unlink", { name: "wrong" });
  expect(await pending()).toEqual([]);
});

test("the stored head follows the journal", async () => {
  const { storedHead } = (await page()).data as unknown as { storedHead: { number: number } };
  await call("POST /site/v2/tag/add", { name: "head" });
  await deliverJournals(context);
  const { head } = await siteStub(ALPHA).readJournal({ page: 1, size: 1, kinds: JOURNAL_KINDS });
  expect(head.number).toBe(storedHead.number + 1);
  expect((await page()).data).toMatchObject({ storedHead: head });
});

test("deleting an account erases its name from the journals of sites that the user has left", async () => {
  const exported = async () =>
    JSON.stringify((await call("POST /site/v2/message/export", {})).data);
  expect(JSON.stringify(await page())).toContain(full.person.name);
  expect((await call("POST /site/v2/user/leave", {}, full)).code).toBe("ok");
  // This entry is delivered after the deletion.
  const deleted = await tryCall("POST /user/v2/delete", { password: PASSWORD }, full, context);
  expect(deleted.code).toBe("ok");
  const { rows } = (await page()).data;
  expect(rows.find(({ what }) => what === "access.left")).toMatchObject({ author: { name: null } });
  expect(rows.find(({ what }) => what === "share.created")).toMatchObject({
    author: { name: null },
  });
  expect(JSON.stringify(rows) + (await exported())).not.toContain(full.person.name);
});
