import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "#domain/units/durations.ts";
import { notifyLimits } from "#operations/jobs/notify-limits.ts";
import { openSiteKey } from "#protocol/keys/page-keys.ts";
import type { SiteLimitEvent } from "#protocol/site-rpc.ts";
import { callerOf } from "../support/claims.ts";
import { readMails } from "../support/read-mails.ts";
import { restoreUsers } from "../support/restore-users.ts";
import { ABSENT, ALPHA, BETA, FOREIGN } from "../support/seed-users.ts";
import { testContext } from "../support/test-context.ts";

/** Midnight in UTC: the days that count begin there. */
const MIDNIGHT = 20_000 * DAY_MS;
let context = testContext(MIDNIGHT);

beforeEach(async () => {
  context = testContext(MIDNIGHT);
  await restoreUsers();
  await env.DB.exec("update users set type = 1, activated_at = created_at, mail_language = null");
});

const limited = (siteId: number, at = MIDNIGHT, more: Partial<SiteLimitEvent> = {}) =>
  notifyLimits(context, { kind: "limited", siteId, at, budget: "changes", ...more });
const makeAdministrator = (account: string, more = "") =>
  env.DB.prepare(`update users set type = 9 ${more} where account = ?`)
    .bind(`${account}@example.org`)
    .run();
const templatesTo = async (account: string) =>
  (await readMails(`${account}@example.org`)).map(({ template }) => template);
const countMails = () => env.DB.prepare("select count(*) n from mails").first<number>("n");

test("the owner and each platform administrator get one e-mail, in their own languages", async () => {
  await makeAdministrator("stranger", ", mail_language = 'fr'");
  await env.DB.exec("update users set mail_language = 'de' where account = 'owner@example.org'");
  await limited(ALPHA, MIDNIGHT, { budget: "backlog" });
  const [toOwner, ...others] = await readMails("owner@example.org");
  expect(others).toEqual([]);
  expect(toOwner).toMatchObject({
    template: "limited",
    language: "de",
    values: { name: "The owner", site: "Alpha roof", budget: "backlog" },
  });
  expect(await readMails("stranger@example.org")).toMatchObject([
    {
      template: "limitedPlatform",
      language: "fr",
      values: { name: "The stranger", site: "Alpha roof", siteId: ALPHA, budget: "backlog" },
    },
  ]);
  expect(await countMails()).toBe(2);
});

test("the link in the e-mail opens the site for its owner, and for no one else", async () => {
  await limited(ALPHA);
  const [mail] = await readMails("owner@example.org");
  const link = new URL(mail?.values.link ?? "");
  expect(link.origin + link.pathname).toBe(`${context.portalOrigin}/realtime`);
  const key = link.searchParams.get("key") ?? "";
  expect(openSiteKey(context.keys, (await callerOf("owner")).person.id, key)).toBe(ALPHA);
  expect(openSiteKey(context.keys, (await callerOf("stranger")).person.id, key)).toBeNull();
});

test("the same event again, two at once and others of that day make no second e-mail; the next day makes one", async () => {
  await Promise.all([limited(ALPHA), limited(ALPHA)]);
  await limited(ALPHA, MIDNIGHT + DAY_MS - 1, { budget: "updates" });
  expect(await templatesTo("owner")).toEqual(["limited"]);
  await limited(ALPHA, MIDNIGHT + DAY_MS);
  expect(await templatesTo("owner")).toEqual(["limited", "limited"]);
});

test("each site has its own e-mail to its owner, a platform administrator one a day for all of them", async () => {
  await makeAdministrator("stranger");
  for (const siteId of [ALPHA, BETA]) await limited(siteId);
  expect(await templatesTo("owner")).toEqual(["limited", "limited"]);
  expect(await templatesTo("stranger")).toEqual(["limitedPlatform"]);
  // An owner who is a platform administrator, too, is notified as the owner.
  await limited(FOREIGN);
  expect(await templatesTo("stranger")).toEqual(["limitedPlatform", "limited"]);
});

test("no notification is sent for missing and deleted sites, nor to the demo account", async () => {
  await env.DB.prepare("update sites set deleted_at = 1 where id = ?").bind(ALPHA).run();
  await makeAdministrator("demo");
  await makeAdministrator("stranger", ", activated_at = null");
  for (const siteId of [ABSENT, ALPHA]) await limited(siteId);
  expect(await countMails()).toBe(0);
  await limited(BETA);
  expect([await countMails(), await templatesTo("owner")]).toEqual([1, ["limited"]]);
  await env.DB.prepare(
    "update sites set creator_id = (select id from users where demo = 1) where id = ?",
  )
    .bind(BETA)
    .run();
  await limited(BETA, MIDNIGHT + DAY_MS);
  expect(await countMails()).toBe(1);
});

test("at most twenty platform administrators are notified", async () => {
  await env.DB.exec(
    "with recursive n(i) as (values(1) union all select i + 1 from n where i < 30) insert into users (account, email, name, password_hash, created_at, activated_at, type) select 'p' || i, 'p' || i || '@example.net', '', '', 0, 1, 9 from n",
  );
  await limited(ALPHA);
  const sent = await env.DB.prepare(
    "select count(*) n from mails where template = 'limitedPlatform'",
  ).first("n");
  expect(sent).toBe(20);
  await env.DB.exec("delete from mails");
  await env.DB.exec("delete from users where type = 9");
});

test("the log names the site and the budget, and no address", async () => {
  const info = vi.spyOn(context.log, "info").mockImplementation(() => undefined);
  await limited(ALPHA);
  expect(info.mock.calls).toEqual([
    ["a logger exceeded a budget", { siteId: ALPHA, budget: "changes" }],
  ]);
  info.mockRestore();
});
