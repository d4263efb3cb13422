import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { DELETION_GRACE_MS } from "#domain/sites/deletion.ts";
import type { Context, SignedIn } from "#operations/context.ts";
import { purgeSites } from "#operations/jobs/purge-sites.ts";
import { digest } from "#protocol/keys/digest.ts";
import { server } from "#workers/server.ts";
import { contextOf } from "#workers/services.ts";
import { ORIGIN } from "../support/call-api.ts";
import { callerOf, newSite, registerModules, tryCall } from "../support/claims.ts";
import { findInDatabase } from "../support/find-in-database.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";
import { connectLogger, siteStub, upgradeLogger } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";
import { usersListing } from "../support/users-listing.ts";
import { watch } from "../support/viewer-socket.ts";

const DELETE = "POST /site/v2/delete";
const RESTORE = "POST /site/v2/restore";
const LIST = "POST /site/v2/getDeleted";
const OPEN = "POST /site/v2/getSiteById";
const quiet = { info() {}, error() {} };

let context = testContext();
let owner: SignedIn;

/** Sites of their own for each test: an object that was emptied stays empty. */
let site = 0;
let serial = "";
let called = "";
let made = 0;

beforeEach(async () => {
  await seedUsers();
  context = { ...testContext(Date.now()), log: quiet };
  owner = await callerOf("owner");
  made += 1;
  serial = `LIFE-000${made}`;
  called = `Life roof no. ${made}.`;
  await registerModules([serial]);
  const { data } = await tryCall("POST /site/v2/add", newSite(serial, called), owner, context);
  site = (data as { id: number }).id;
  await run(
    "insert into memberships (user_id, site_id, role, created_at) select id, ?, 2, 0 from users where account in ('full@example.org', 'monitor@example.org')",
    site,
  );
});

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const first = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .first();
const remove = (caller = owner, name = called) =>
  tryCall(DELETE, { id: site, name }, caller, context);
const restore = (caller = owner) => tryCall(RESTORE, { id: site }, caller, context);
const open = (caller: SignedIn) => tryCall(OPEN, { id: site }, caller, context);

async function dial(secret: string): Promise<number> {
  const headers = {
    Upgrade: "websocket",
    "Sec-WebSocket-Protocol": "helioport.logger.v1",
    Authorization: `Basic ${btoa(`${serial}:${secret}`)}`,
  };
  const answer = await server.fetch(new Request(`${ORIGIN}/ws/logger`, { headers }), env);
  answer.webSocket?.accept();
  answer.webSocket?.close();
  return answer.status;
}

test("deleting a site disconnects its viewers and logger, and hides it", async () => {
  await run(
    "insert into shares (site_id, token_hash, sealed_token, version, created_at) values (?, ?, 'x', 4, 0)",
    site,
    digest(`share of ${site}`),
  );
  const shareId = Number((await first("select id from shares where site_id = ?", site))?.id);
  const logger = await connectLogger(site, { serial });
  const full = await callerOf("full");
  const person = { person: full.person.id, role: 2, owner: false, rightsVersion: 0 } as const;
  const { viewer } = await watch(site, { ...person, session: "fulls" });
  const { viewer: guest } = await watch(site, {
    ...person,
    role: 3,
    person: -shareId,
    rightsVersion: 4,
    session: "guests",
  });
  expect((await remove(full)).code).toBe("forbidden");
  expect((await remove(await callerOf("stranger"))).code).toBe("notFound");
  expect((await remove(owner, "Life")).fields).toEqual({ name: "otherName" });
  expect((await remove()).code).toBe("ok");
  expect(await Promise.all([logger.closed, viewer.closed, guest.closed])).toEqual([
    4003, 4403, 4403,
  ]);
  for (const who of ["owner", "full", "monitor", "stranger"])
    expect((await open(await callerOf(who))).code, who).toBe("notFound");
  expect(await usersListing(site)).toEqual([]);
  expect(await first("select count(*) n from pending_revocations where site_id = ?", site)).toEqual(
    {
      n: 0,
    },
  );
  expect(await first("select version from shares where site_id = ?", site)).toEqual({ version: 5 });
  expect(await dial(`${serial}-made-with-this-secret`)).toBe(409);
  // Its module is not free.
  const claimed = await tryCall("POST /site/v2/add", newSite(serial), full, context);
  expect(claimed.fields).toEqual({ sn: "wrongSerial" });
  expect((await remove()).code).toBe("notFound");
});

test("its owner restores it within thirty days as it was, and no other user can", async () => {
  expect((await restore()).code).toBe("notFound");
  await remove();
  const deletedAt = context.now();
  const listed = (await tryCall(LIST, {}, owner, context)).data as { list: { id: number }[] };
  expect(listed.list.filter(({ id }) => id === site)).toEqual([
    { id: site, name: called, deletedAt, purgedAt: deletedAt + DELETION_GRACE_MS },
  ]);
  expect((await tryCall(LIST, {}, await callerOf("full"), context)).data).toEqual({ list: [] });
  expect((await restore(await callerOf("full"))).code).toBe("notFound");
  context.turn(DELETION_GRACE_MS - 1);
  await purgeSites(context);
  expect((await restore()).code).toBe("ok");
  expect((await open(await callerOf("full"))).data).toMatchObject({ role: 2, sn: serial });
  expect(await usersListing(site)).toHaveLength(3);
  await remove();
  context.turn(DELETION_GRACE_MS);
  expect((await restore()).code).toBe("notFound");
});

test("of fifty concurrent deletions and restorations each takes effect once", async () => {
  const deleted = await Promise.all(Array.from({ length: 50 }, () => remove()));
  expect(deleted.filter(({ code }) => code === "ok")).toHaveLength(1);
  const restored = await Promise.all(Array.from({ length: 50 }, () => restore()));
  expect(restored.filter(({ code }) => code === "ok")).toHaveLength(1);
});

/** A site's object holds nothing: no table of its own, no alarm. */
async function isEmpty(siteId: number): Promise<boolean> {
  return runInDurableObject(siteStub(siteId), async (_, { storage }) => {
    const tables = storage.sql
      .exec(
        "select name from sqlite_master where name not like '_cf_%' and name not like 'sqlite_%'",
      )
      .toArray();
    return tables.length === 0 && (await storage.getAlarm()) === null;
  });
}

/** Everything that a site may have. */
async function furnish(): Promise<string[]> {
  const keys = [digest(`one of ${site}`), digest(`two of ${site}`)];
  for (const key of keys) {
    await env.FILES.put(key, "picture");
    await run(
      "insert into files (key, kind, site_id, content_type, size, created_at, attached_at) values (?, 'picture', ?, 'image/png', 7, 0, 0)",
      key,
      site,
    );
    await run("insert into gallery_images (site_id, file, created_at) values (?, ?, 0)", site, key);
  }
  await run(
    "insert into invitations (site_id, email, invited_as, role, created_at, expires_at) values (?, 'new@example.org', 'member', 3, 0, 9e15)",
    site,
  );
  await run(
    "insert into shares (site_id, token_hash, sealed_token, created_at) values (?, ?, 'x', 0)",
    site,
    digest(`share of ${site}`),
  );
  await run(
    "insert into chart_selections (user_id, site_id, name, addresses, created_at) select user_id, site_id, 'x', '[]', 0 from memberships where site_id = ?",
    site,
  );
  await run("insert into retention_changes (site_id, at, new_years) values (?, 0, 5)", site);
  const logger = await connectLogger(site, { serial });
  logger.socket.close();
  return keys;
}

/** What is left of it anywhere. */
async function findRest(keys: readonly string[]): Promise<unknown[]> {
  // The e-mail about the deletion names the site; sent long ago, it has no values any more.
  await env.DB.exec("delete from mails where template = 'siteDeleted'");
  const tables = [
    "memberships",
    "invitations",
    "shares",
    "membership_changes",
    "retention_changes",
    "gallery_images",
    "chart_selections",
    "files",
    "pending_revocations",
    "pending_unlinks",
    "kept_facets",
    "session_sites",
  ];
  const counts = await env.DB.batch<{ n: number }>(
    tables.map((table) =>
      env.DB.prepare(`select count(*) n from ${table} where site_id = ?`).bind(site),
    ),
  );
  const rows = tables.filter((_, place) => counts[place]?.results[0]?.n !== 0);
  const objects = await Promise.all(keys.map((key) => env.FILES.head(key)));
  return [
    ...rows,
    ...objects.filter((object) => object !== null),
    ...(await findInDatabase([called])),
  ];
}

test("after thirty days all its data is deleted, and its module is free with a new secret", async () => {
  const keys = await furnish();
  await remove();
  context.turn(DELETION_GRACE_MS);
  await purgeSites(context);
  expect(await findRest(keys)).toEqual([]);
  expect(await isEmpty(site)).toBe(true);
  expect(await first("select site_id, released from modules where serial = ?", serial)).toEqual({
    site_id: null,
    released: 1,
  });
  // It waits for its last owner; another claimer gets a new secret.
  expect(await dial(`${serial}-made-with-this-secret`)).toBe(409);
  const { data } = await tryCall(
    "POST /site/v2/add",
    newSite(serial),
    await callerOf("stranger"),
    context,
  );
  expect((data as { loggerSecret: string; id: number }).loggerSecret).toHaveLength(32);
  expect((data as { id: number }).id).toBeGreaterThan(site);
});

test("after a restoration the logger is admitted at its next attempt", async () => {
  const logger = await connectLogger(site, { serial });
  expect((await remove()).code).toBe("ok");
  expect(await logger.closed).toBe(4003);
  expect((await upgradeLogger(site, serial)).status).toBe(409);
  expect((await restore()).code).toBe("ok");
  expect((await upgradeLogger(site, serial)).status).toBe(101);
});

test("a site is restored although its object does not answer", async () => {
  await remove();
  const dumb = {
    ...context,
    siteObject: () => ({
      ...context.siteObject(site),
      admitLogger: () => Promise.reject(new Error("no answer")),
    }),
  };
  const restored = await tryCall(RESTORE, { id: site }, owner, dumb);
  expect(restored.code).toBe("ok");
});

test("an erased object refuses connections and sends nothing", async () => {
  const logger = await connectLogger(site, { serial });
  const { viewer } = await watch(site, { person: owner.person.id, session: "owners" });
  const object = contextOf(env).siteObject(site);
  await object.erase();
  expect(await Promise.all([logger.closed, viewer.closed])).toEqual([4003, 4403]);
  await object.erase();
  await object.unlinkLogger(serial);
  await object.endViewers({ session: "owners" });
  expect(await object.visit(0)).toBe(null);
  const refused = await siteStub(site).fetch("https://site.test/ws/logger", {
    headers: {
      Upgrade: "websocket",
      "x-helioport-stamp": JSON.stringify({ kind: "logger", siteId: site, serial }),
    },
  });
  expect(refused.status).toBe(404);
  expect(await isEmpty(site)).toBe(true);
});

/** The same context, killed before the step with this number: a batch, the object's, the store's. */
function killedAt(step: number): Context {
  let steps = 0;
  const count = () => {
    steps += 1;
    if (steps === step) throw new Error("killed");
  };
  const DB = new Proxy(env.DB, {
    get(database, name) {
      const value: unknown = Reflect.get(database, name);
      if (typeof value !== "function") return value;
      if (name !== "batch") return value.bind(database);
      return (statements: D1PreparedStatement[]) => {
        count();
        return database.batch(statements);
      };
    },
  });
  const object = context.siteObject(site);
  return {
    ...context,
    database: connect(DB),
    siteObject: () => ({
      ...object,
      erase: async () => {
        count();
        await object.erase();
      },
    }),
    files: {
      ...context.files,
      delete: async (keys) => {
        count();
        await context.files.delete(keys);
      },
    },
  };
}

test.each([1, 2, 3, 4])(
  "killed at step %i, the next turn finishes it and nothing dangles",
  async (step) => {
    const keys = await furnish();
    await remove();
    context.turn(DELETION_GRACE_MS);
    await purgeSites(killedAt(step));
    expect((await restore()).code).toBe("notFound");
    const named = await first("select count(*) n from files where site_id = ?", site);
    const stored = (await Promise.all(keys.map((key) => env.FILES.head(key)))).filter(Boolean);
    // No record without its file.
    expect(stored.length).toBeGreaterThanOrEqual(Number(named?.n));
    await purgeSites(context);
    // What is in the store and on no record is swept.
    const rest = await findRest(step === 4 ? [] : keys);
    expect(rest).toEqual([]);
    expect(await isEmpty(site)).toBe(true);
  },
);

test("sites that cannot be removed do not stand before the others", async () => {
  const stuck = Array.from({ length: 20 }, (_, place) => 900_000 + place);
  await env.DB.batch(
    stuck.map((id) =>
      env.DB.prepare(
        "insert into sites (id, name, creator_id, created_at, updated_at, deleted_at) values (?, 'Stuck', ?, 0, 0, 1)",
      ).bind(id, owner.person.id),
    ),
  );
  await remove();
  context.turn(DELETION_GRACE_MS);
  const real = context.siteObject;
  const siteObject: Context["siteObject"] = (id) => {
    if (id >= 900_000) throw new Error("away");
    return real(id);
  };
  const there = () => first("select count(*) n from sites where id = ?", site);
  await purgeSites({ ...context, siteObject });
  expect(await there()).toEqual({ n: 1 });
  await purgeSites({ ...context, siteObject });
  expect(await there()).toEqual({ n: 0 });
  await run("delete from sites where id >= 900000");
});

test("a deleted account takes along what it has deleted, and is kept by what it has not", async () => {
  await run(
    "update sites set creator_id = (select id from users where account = 'monitor@example.org') where id = ?",
    site,
  );
  await run("update memberships set role = 1 where site_id = ?", site);
  const monitor = await callerOf("monitor");
  await run(
    "update users set password_hash = (select password_hash from users where id = ?) where id = ?",
    owner.person.id,
    monitor.person.id,
  );
  const leave = () => tryCall("POST /user/v2/delete", { password: PASSWORD }, monitor, context);
  expect((await leave()).code).toBe("conflict");
  expect((await remove(monitor)).code).toBe("ok");
  expect((await leave()).code).toBe("ok");
  expect(await first("select count(*) n from sites where id = ?", site)).toEqual({ n: 0 });
  expect(await isEmpty(site)).toBe(true);
  expect(await first("select site_id from modules where serial = ?", serial)).toEqual({
    site_id: null,
  });
});
