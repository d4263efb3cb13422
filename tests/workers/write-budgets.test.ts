import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { spendWrite } from "#database/write-budgets.ts";
import type { AnyOperation } from "#operations/call.ts";
import { callOperation } from "#operations/call.ts";
import { SITE_WRITES, USER_WRITES } from "#operations/enforce-write-budget.ts";
import { operations } from "#operations/table.ts";
import { callAs, signIn, signInOnly } from "../support/call-api.ts";
import { callerOf } from "../support/claims.ts";
import { countRows } from "../support/count-rows.ts";
import { PASSWORD, seedUsers, ALPHA as site } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

const RENAME = "POST /site/v2/updateName";

beforeEach(async () => {
  await seedUsers();
  await env.DB.prepare("delete from write_budgets").run();
});

/** Longer than a slow machine takes for the calls of a test: the budget gains one write a second. */
const EXHAUSTED_MS = 60_000;

async function exhaust(...subjects: string[]): Promise<void> {
  const budgets = subjects.map((subject) => ({ subject, ...SITE_WRITES }));
  const now = Date.now() + EXHAUSTED_MS;
  for (let call = 0; call < SITE_WRITES.burst; call++)
    await spendWrite(connect(env.DB), budgets, now);
}

describe("the budget of a user and of a site", () => {
  test("a burst passes, then one call a second; a refused call has no effect and gets Retry-After", async () => {
    const context = testContext();
    const owner = await callerOf("owner");
    const rename = (name: string) => callOperation(RENAME, { id: site, name }, owner, context);
    for (let call = 0; call < SITE_WRITES.burst; call++) await rename(`Roof ${call}`);
    await expect(rename("one more")).rejects.toMatchObject({
      code: "tooFast",
      details: { retryAfter: 1 },
    });
    const name = await env.DB.prepare("select name from sites where id = ?")
      .bind(site)
      .first("name");
    expect(name).toBe(`Roof ${SITE_WRITES.burst - 1}`);
    context.turn(SITE_WRITES.everyMs);
    await rename("after a second");
    await expect(rename("again")).rejects.toMatchObject({ code: "tooFast" });
  });

  test("over HTTP the answer is 429 with Retry-After, and reading goes on", async () => {
    const token = await signIn("owner");
    const rename = (name: string) => callAs(token, "/site/v2/updateName", { id: site, name });
    expect((await rename("Roof")).status).toBe(200);
    await exhaust(`site ${site}`);
    const { status, headers } = await rename("Roof 2");
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(EXHAUSTED_MS / 1_000 + 1);
    const listed = await callAs(token, "/site/v4/getListBySearchFilterAndReorder", {});
    expect(listed.status).toBe(200);
  });

  test("a caller without permission gets no 429, and uses none of the site's budget", async () => {
    const context = testContext();
    const stranger = await callerOf("stranger");
    for (let call = 0; call < SITE_WRITES.burst + 5; call++)
      await expect(
        callOperation(RENAME, { id: site, name: "x" }, stranger, context),
      ).rejects.toMatchObject({ code: "notFound" });
    expect((await env.DB.prepare("select * from write_budgets").all()).results).toEqual([]);
  });
});

describe("a budget that another user has exhausted", () => {
  test("does not keep an owner from ending the session that did it, or from a token it made", async () => {
    const [stolen, own] = [await signIn("owner"), await signInOnly("owner")];
    const token = { name: "x", scope: "manage", days: 1 };
    await callAs(stolen, "/user/v2/token/add", token);
    const { id: owner } = (await callerOf("owner")).person;
    await exhaust(`user ${owner}`, `site ${site}`);
    const rename = await callAs(own, "/site/v2/updateName", { id: site, name: "x" });
    expect(rename.status).toBe(429);
    expect((await callAs(own, "/auth/v2/confirm", { password: PASSWORD })).status).toBe(200);
    const { body } = await callAs(own, "/user/v2/session/list", {});
    const { list } = body.data as { list: { id: string; tokens: number }[] };
    const thief = list.find(({ tokens }) => tokens === 1);
    const end = { id: thief?.id, tokens: true };
    expect((await callAs(own, "/user/v2/session/delete", end)).status).toBe(200);
    expect((await callAs(stolen, "/user/v2/get", {})).status).toBe(501);
    const withdrawal = await callAs(own, "/site/v2/user/withdrawTransfer", { id: site });
    expect(withdrawal.status).toBe(404);
    const full = (await callerOf("full")).person.id;
    const removal = await callAs(own, "/site/v2/user/delete", { id: site, userId: full });
    expect(removal.status).toBe(200);
    expect((await callAs(own, "/auth/v2/logout", {})).status).toBe(200);
  });

  test("is limited by session instead", async () => {
    const context = testContext();
    const owner = await callerOf("owner");
    const withdraw = () =>
      callOperation("POST /site/v2/user/withdrawTransfer", { id: site }, owner, context);
    for (let call = 0; call < USER_WRITES.burst; call++)
      await expect(withdraw()).rejects.toMatchObject({ code: "notFound" });
    await expect(withdraw()).rejects.toMatchObject({ code: "tooFast" });
  });
});

test("calls at the same time cannot pass a budget together", async () => {
  const database = connect(env.DB);
  const budgets = [
    { subject: "user 1", ...USER_WRITES },
    { subject: "site 1", everyMs: 1_000, burst: 7 },
  ];
  const spent = await Promise.all(
    Array.from({ length: 30 }, () => spendWrite(database, budgets, 1_000_000)),
  );
  expect(spent.filter((freeAt) => freeAt === null)).toHaveLength(7);
  // A call that is refused by one of them takes nothing from the other.
  const left = await env.DB.prepare(
    "select until from write_budgets where subject = 'user 1'",
  ).first("until");
  expect(left).toBe(1_007_000);
});

test("a call that changes something writes two rows for its budgets, and none where it is refused", async () => {
  const { database, counted } = countRows();
  const budgets = [
    { subject: "user 2", ...USER_WRITES },
    { subject: "site 2", everyMs: 1_000, burst: 1 },
  ];
  await spendWrite(connect(database), budgets, 1_000_000);
  expect(counted.written).toBe(2);
  expect(await spendWrite(connect(database), budgets, 1_000_000)).toBe(1_001_000);
  expect(counted.written).toBe(2);
});

test("calls that overtake each other, or clocks that differ a little, refill nothing", async () => {
  const database = connect(env.DB);
  const budgets = [{ subject: "user 4", everyMs: 1_000, burst: 5 }];
  for (let call = 0; call < 5; call++)
    expect(await spendWrite(database, budgets, 1_000_250)).toBeNull();
  for (const late of [1, 250, 5_000])
    expect(await spendWrite(database, budgets, 1_000_250 - late)).toBe(1_001_250);
});

test("a clock that is set back locks no one out", async () => {
  const database = connect(env.DB);
  const budgets = [{ subject: "user 3", everyMs: 1_000, burst: 2 }];
  for (const now of [9_000_000, 1_000_000, 1_000_000])
    expect(await spendWrite(database, budgets, now)).toBeNull();
  expect(await spendWrite(database, budgets, 1_000_000)).toBe(1_001_000);
});

test("only calls that read are without a budget", () => {
  const rows = operations as readonly AnyOperation[];
  const reads = rows.filter(({ writes }) => !writes).map(({ path }) => path.split("/").at(-1));
  for (const name of reads)
    expect(name).toMatch(
      /^(get|list|has|nums|notDownloadNums|count|history|page|popup|export|envelope|subscription|link|key|deliveries|retention|invitations|world|weather|timezone|socketTicket|overall|overview|summary|snapshot|diff|restore|changes|detail|daiy|acsolar|battery|curve|threephase|state|backlog|comparison|hours|newest|forecast)/,
    );
  expect(reads.length).toBeGreaterThan(40);
});
