import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { replaceSiteModule } from "#database/sites/site-claims.ts";
import type { SignedIn } from "#operations/context.ts";
import { retryPendingUnlinks } from "#operations/sites/deliver-unlinks.ts";
import { digest } from "#protocol/keys/digest.ts";
import { contextOf } from "#workers/services.ts";
import { ORIGIN } from "../support/call-api.ts";
import {
  callerOf,
  codeOf,
  factorySecretOf,
  labelOf,
  newSite,
  registerModules,
  tryCall,
} from "../support/claims.ts";
import { recordQueries } from "../support/record-queries.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";
import { usersListing } from "../support/users-listing.ts";

const ADD = "POST /site/v2/add";
const CHECK = "POST /site/v2/checksn";
const REPLACE = "POST /site/v2/replaceSystemId";
const UNLINK = "POST /site/v2/unlink";
const REFUSED = { code: "invalid", fields: { sn: "wrongSerial" } };
const FREE = ["BOX-0001", "BOX-0002", "BOX-0003", "BOX-0004", "BOX-0005", "BOX-0006"];

let context = testContext();
let stranger: SignedIn;
let owner: SignedIn;

beforeAll(async () => {
  await seedUsers();
  await registerModules(FREE);
});
beforeEach(async () => {
  context = testContext();
  await env.DB.exec("delete from rate_limit_attempts");
  [stranger, owner] = [await callerOf("stranger"), await callerOf("owner", "192.0.2.7")];
});

const first = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .first();
const moduleOf = (serial: string) =>
  first("select site_id, released, secret_hash from modules where serial = ?", serial);

/** A logger that shows the secret that its module was made with. */
const upgradeWith = (serial: string) =>
  exports.default.fetch(`${ORIGIN}/ws/logger`, {
    headers: {
      Upgrade: "websocket",
      "Sec-WebSocket-Protocol": "helioport.logger.v1",
      Authorization: `Basic ${btoa(`${serial}:${factorySecretOf(serial)}`)}`,
    },
  });

test("a module becomes a site with its owner, its record and its place in the list", async () => {
  const label = {
    sn: ` ${"BOX-0001".toLowerCase()} `,
    checkCode: codeOf("BOX-0001").toLowerCase(),
  };
  expect(await tryCall(CHECK, label, stranger, context)).toEqual({
    code: "ok",
    data: { sn: "BOX-0001", type: "HL-2" },
  });
  const { data } = await tryCall(
    ADD,
    { ...newSite("BOX-0001", "Zürich 2"), ...label },
    stranger,
    context,
  );
  const site = data as { id: number; key: string };
  expect(site).toMatchObject({
    name: "Zürich 2",
    sn: "BOX-0001",
    role: 1,
    owner: true,
    loggerSecret: null,
    electricityPrice: 0.32,
    priceUnit: "EUR",
    feedInPrice: null,
    timeZone: { timeZoneId: "Europe/Berlin" },
  });
  expect(site.key.length).toBeGreaterThan(20);
  expect(
    await first("select country, sort_name, words, creator_id from sites where id = ?", site.id),
  ).toEqual({
    country: "DE",
    sort_name: "zurich 000000000002",
    creator_id: stranger.person.id,
    words: JSON.stringify(["zurich", "2", "hamburg", "box", "0001"]),
  });
  expect(
    await first(
      "select role, receives_alarms, ends_at from memberships where site_id = ?",
      site.id,
    ),
  ).toEqual({ role: 1, receives_alarms: 1, ends_at: null });
  expect(
    await first(
      "select kind, by_id, user_id, old_role, new_role from membership_changes where site_id = ?",
      site.id,
    ),
  ).toEqual({
    kind: "claimed",
    by_id: stranger.person.id,
    user_id: stranger.person.id,
    old_role: 0,
    new_role: 1,
  });
  expect(await usersListing(site.id)).toEqual([stranger.person.id]);
  // It keeps the secret that it was made with.
  expect(await moduleOf("BOX-0001")).toEqual({
    site_id: site.id,
    released: 0,
    secret_hash: digest(factorySecretOf("BOX-0001")),
  });
  expect(await first("select count(*) n from rate_limit_attempts")).toEqual({ n: 0 });
});

test("wrong, unknown and taken are one answer after the same statements, for a check and for a claim", async () => {
  const asked = [
    { sn: "BOX-0002", checkCode: "WRONG-CODE" },
    { sn: "NO-SUCH-BOX", checkCode: codeOf("BOX-0002") },
    { sn: "BOX-0002", checkCode: codeOf("BOX-0003") },
    labelOf("ALPHA-01"),
    labelOf("BOX-0001"),
    { sn: "!", checkCode: "#" },
  ];
  for (const path of [CHECK, ADD] as const) {
    const works: unknown[] = [];
    for (const label of asked) {
      await env.DB.exec("delete from rate_limit_attempts");
      const recorded = recordQueries();
      const watched = { ...context, database: contextOf(recorded.env).database };
      const input = { ...newSite("BOX-0002"), ...label };
      expect(await tryCall(path, input, stranger, watched)).toEqual(REFUSED);
      works.push(recorded.statements);
    }
    expect(new Set(works.map((work) => JSON.stringify(work))).size, path).toBe(1);
  }
  expect((await moduleOf("BOX-0002"))?.site_id).toBe(null);
});

test("wrong codes are limited by person and by serial number, right ones are not counted", async () => {
  const wrong = (serial: string) => ({ sn: serial, checkCode: "WRONG-CODE" });
  const codes = async (caller: SignedIn, input: Record<string, unknown>, times: number) => {
    const seen: string[] = [];
    for (let time = 0; time < times; time += 1)
      seen.push((await tryCall(CHECK, input, caller, context)).code);
    return seen;
  };
  expect(new Set(await codes(stranger, labelOf("BOX-0002"), 15))).toEqual(new Set(["ok"]));
  const mine = await codes(stranger, wrong("BOX-0002"), 12);
  expect(mine).toEqual([...Array(10).fill("invalid"), "tooFast", "tooFast"]);
  // The person waits, also with a right code.
  expect(await codes(stranger, labelOf("BOX-0003"), 1)).toEqual(["tooFast"]);
  expect(await codes(owner, labelOf("BOX-0003"), 1)).toEqual(["ok"]);
  context.turn(15 * 60_000 + 1);
  expect(await codes(stranger, labelOf("BOX-0003"), 1)).toEqual(["ok"]);
  // The serial number has had its ten of the day; who did not use them up has three besides, and may be right.
  expect(await codes(stranger, labelOf("BOX-0002"), 1)).toEqual(["tooFast"]);
  expect(await codes(owner, labelOf("BOX-0002"), 4)).toEqual(Array(4).fill("ok"));
  expect(await codes(owner, wrong("BOX-0002"), 3)).toEqual(Array(3).fill("invalid"));
  expect(await codes(owner, labelOf("BOX-0002"), 1)).toEqual(["tooFast"]);
  context.turn(24 * 3_600_000);
  expect(await codes(stranger, labelOf("BOX-0002"), 1)).toEqual(["ok"]);
});

test("a user may enter twenty wrong serial numbers a day, and any number of correct ones", async () => {
  const check = async (sn: string, checkCode: string) => {
    context.turn(5 * 60_000);
    return (await tryCall(CHECK, { sn, checkCode }, stranger, context)).code;
  };
  for (let place = 0; place < 20; place += 1)
    expect(await check(`NO-SUCH-${place}`, "WRONG-CODE")).toBe("invalid");
  expect(await check("NO-SUCH-3", "WRONG-CODE")).toBe("invalid");
  expect(await check("NO-SUCH-20", "WRONG-CODE")).toBe("tooFast");
  context.turn(24 * 3_600_000);
  for (let place = 0; place < 25; place += 1)
    expect(await check("BOX-0002", codeOf("BOX-0002"))).toBe("ok");
});

test("the demo account claims nothing, and errors of the form are reported per field", async () => {
  const demo = await callerOf("demo");
  expect((await tryCall(ADD, newSite("BOX-0002"), demo, context)).code).toBe("forbidden");
  expect((await tryCall(CHECK, labelOf("BOX-0002"), demo, context)).code).toBe("forbidden");
  const empty = { sn: "", checkCode: "", name: " ", priceUnit: "" };
  expect((await tryCall(ADD, empty, stranger, context)).fields).toEqual({
    sn: "required",
    checkCode: "required",
    name: "required",
    priceUnit: "required",
    electricityPrice: "required",
  });
  const odd = {
    ...newSite("BOX-0002", "turned \u202E round"),
    electricityPrice: -1,
    priceUnit: "XYZ",
  };
  expect((await tryCall(ADD, odd, stranger, context)).fields).toEqual({
    name: "wrongValue",
    electricityPrice: "tooSmall",
    priceUnit: "wrongValue",
  });
  const nowhere = { ...newSite("BOX-0002"), latitude: null, longitude: null };
  expect((await tryCall(ADD, nowhere, stranger, context)).fields).toEqual({ timeZone: "required" });
});

test("one of fifty concurrent claims of a module succeeds, and the others leave no trace", async () => {
  const names = ["owner", "administrator", "full", "monitor", "stranger"];
  const callers = await Promise.all(
    names.map((name, place) => callerOf(name, `198.51.100.${place}`)),
  );
  const sites = (await first("select count(*) n from sites"))?.n;
  const claims = Array.from({ length: 50 }, (_, place) =>
    tryCall(ADD, newSite("BOX-0002"), callers[place % callers.length] as SignedIn, context),
  );
  const codes = (await Promise.all(claims)).map(({ code }) => code);
  expect(codes.filter((code) => code === "ok")).toHaveLength(1);
  expect(codes.filter((code) => !["ok", "invalid", "tooFast"].includes(code))).toEqual([]);
  expect(await first("select count(*) n from sites")).toEqual({ n: Number(sites) + 1 });
  const { site_id: siteId } = (await moduleOf("BOX-0002")) ?? {};
  expect(await first("select count(*) n from memberships where site_id = ?", siteId)).toEqual({
    n: 1,
  });
  expect(
    await first("select count(*) n from membership_changes where site_id = ?", siteId),
  ).toEqual({
    n: 1,
  });
});

test("a replaced module is free, its logger disconnected, and its next owner gets a new secret", async () => {
  const logger = await connectLogger(ALPHA);
  const input = { id: ALPHA, ...labelOf("BOX-0003") };
  // A user who frees a module may claim it: only the owner may.
  for (const name of ["administrator", "full"])
    expect((await tryCall(REPLACE, input, await callerOf(name), context)).code).toBe("forbidden");
  expect(await tryCall(REPLACE, { ...input, checkCode: "WRONG" }, owner, context)).toEqual(REFUSED);
  expect(await tryCall(REPLACE, input, owner, context)).toEqual({
    code: "ok",
    data: { sn: "BOX-0003", loggerSecret: null },
  });
  expect(await logger.closed).toBe(4003);
  expect(await moduleOf("ALPHA-01")).toEqual({ site_id: null, released: 1, secret_hash: "" });
  expect((await moduleOf("BOX-0003"))?.site_id).toBe(ALPHA);
  expect(await first("select count(*) n from pending_unlinks")).toEqual({ n: 0 });
  const found = await first("select words from sites where id = ?", ALPHA);
  expect(found?.words).toContain('"box"');
  expect(found?.words).not.toContain('"01"');
  // Its own once more is no exchange.
  expect(await tryCall(REPLACE, input, owner, context)).toEqual(REFUSED);
  await env.DB.prepare("update modules set check_hash = ? where serial = 'ALPHA-01'")
    .bind(digest(codeOf("ALPHA-01")))
    .run();
  const { data } = await tryCall(ADD, newSite("ALPHA-01"), stranger, context);
  const { loggerSecret, id } = data as { loggerSecret: string; id: number };
  expect(loggerSecret).toMatch(/^[0-9a-f]{32}$/);
  expect(await moduleOf("ALPHA-01")).toEqual({
    site_id: id,
    released: 1,
    secret_hash: digest(loggerSecret),
  });
});

test("an unlinked module is free, and the site stays without one until it gets another", async () => {
  const unlink = (name: string, caller: SignedIn) =>
    tryCall(UNLINK, { id: ALPHA, name }, caller, context);
  expect((await unlink("Alpha roof", await callerOf("administrator"))).code).toBe("forbidden");
  expect((await unlink("alpha", owner)).fields).toEqual({ name: "otherName" });
  const logger = await connectLogger(ALPHA, { serial: "BOX-0003" });
  expect((await unlink(" Alpha roof ", owner)).code).toBe("ok");
  expect(await logger.closed).toBe(4003);
  expect(await moduleOf("BOX-0003")).toEqual({ site_id: null, released: 1, secret_hash: "" });
  expect((await unlink("Alpha roof", owner)).code).toBe("conflict");
  const opened = await tryCall("POST /site/v2/getSiteById", { id: ALPHA }, owner, context);
  expect(opened.data).toMatchObject({ name: "Alpha roof", sn: null });
  // The caller has read its current name.
  const exchange = {
    siteId: ALPHA,
    by: owner.person.id,
    serial: "BOX-0003",
    secretHash: "x",
    words: [],
    called: { name: "Another name", location: "Berlin", serial: null },
    now: context.now(),
  };
  expect(await replaceSiteModule(context.database, exchange)).toBe(null);
  expect(await moduleOf("BOX-0003")).toMatchObject({ site_id: null });
  // The same owner has it back with the secret that its logger shows: it need not be typed in on site.
  expect((await upgradeWith("BOX-0003")).status).toBe(409);
  const { data } = await tryCall(REPLACE, { id: ALPHA, ...labelOf("BOX-0003") }, owner, context);
  expect(data).toEqual({ sn: "BOX-0003", loggerSecret: null });
  expect(await moduleOf("BOX-0003")).toMatchObject({
    site_id: ALPHA,
    secret_hash: digest(factorySecretOf("BOX-0003")),
  });
  // Another owner has a new one, and the old one opens nothing any more, for the first owner neither.
  await unlink("Alpha roof", owner);
  const claimed = await tryCall(ADD, newSite("BOX-0003"), stranger, context);
  const { loggerSecret, id } = claimed.data as { loggerSecret: string; id: number };
  expect(loggerSecret).toMatch(/^[0-9a-f]{32}$/);
  expect((await upgradeWith("BOX-0003")).status).toBe(401);
  await tryCall(UNLINK, { id, name: "Roof BOX-0003" }, stranger, context);
  expect((await upgradeWith("BOX-0003")).status).toBe(401);
  const again = await tryCall(REPLACE, { id: ALPHA, ...labelOf("BOX-0003") }, owner, context);
  expect((again.data as { loggerSecret: string }).loggerSecret).toMatch(/^[0-9a-f]{32}$/);
});

test("a site that cannot be reached is notified of an unlinked module later", async () => {
  const siteObject = () => {
    throw new Error("away");
  };
  const away = { ...context, siteObject, log: { info() {}, error() {} } };
  const input = { id: ALPHA, ...labelOf("BOX-0004") };
  expect((await tryCall(REPLACE, input, owner, away)).code).toBe("unavailable");
  expect(await first("select site_id, serial from pending_unlinks")).toEqual({
    site_id: ALPHA,
    serial: "BOX-0003",
  });
  const logger = await connectLogger(ALPHA, { serial: "BOX-0003" });
  await retryPendingUnlinks(context);
  expect(await logger.closed).toBe(4003);
  expect(await first("select count(*) n from pending_unlinks")).toEqual({ n: 0 });
});
