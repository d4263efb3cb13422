import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { callOperation } from "#operations/call.ts";
import type { Context } from "#operations/context.ts";
import { sweep } from "#operations/jobs/sweep.ts";
import { digest } from "#protocol/keys/digest.ts";
import { callApi } from "../support/call-api.ts";
import { readLinkToken, readMails } from "../support/read-mails.ts";
import { testContext } from "../support/test-context.ts";

const PATH = "/basic/v2/email/addSubscribeEmail";
const email = "zoe@example.org";
const anonymous = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" } as const;
const wrongLink = { code: "invalid", details: { fields: { token: "wrongLink" } } };

beforeEach(async () => {
  for (const table of ["subscribers", "mails"]) await env.DB.exec(`delete from ${table}`);
});

const subscribe = (context: Context, name = "Zoe") =>
  callOperation("POST /basic/v2/email/addSubscribeEmail", { name, email }, anonymous, context);
const read = (context: Context, token: string) =>
  callOperation("GET /basic/v2/email/subscription", { token }, anonymous, context);
const confirm = (context: Context, token: string) =>
  callOperation("POST /basic/v2/email/confirmSubscription", { token }, anonymous, context);
const end = (context: Context, token: string) =>
  callOperation("POST /basic/v2/email/endSubscription", { token }, anonymous, context);

async function listed() {
  const rows = env.DB.prepare("select email, name, confirmed_at from subscribers");
  return (await rows.all<{ email: string; name: string; confirmed_at: number | null }>()).results;
}
const countLinks = () => env.DB.prepare("select count(*) n from subscriber_links").first("n");

test("an address gets one e-mail, which asks, and every caller the same answer", async () => {
  const ask = (name: string, address: string) =>
    callApi(PATH, { name, email: address }, { "Accept-Language": "fr" });
  const first = await ask("Zoe", email);
  const again = await ask("Other", " ZOE@example.org");
  expect([first.status, again.body]).toEqual([200, first.body]);
  expect(await listed()).toEqual([{ email, name: "Zoe", confirmed_at: null }]);
  const mails = await readMails(email);
  expect(mails).toMatchObject([{ template: "confirmSubscription", language: "fr" }]);
  const token = await readLinkToken(email);
  expect(token).toMatch(/^[\w-]{22}$/);
  const stored = await env.DB.prepare("select id, email from subscriber_links").all();
  expect(stored.results).toEqual([{ id: digest(token), email }]);
  expect((await ask("Zoe", "zoe")).body.data).toEqual({ fields: { email: "wrongEmail" } });
});

test("an address counts once its link says so, and any of its links takes it off again", async () => {
  const context = testContext();
  await subscribe(context);
  const first = await readLinkToken(email);
  expect(await read(context, first)).toBe("waiting");
  context.turn(MINUTE_MS);
  await confirm(context, first);
  const confirmedAt = context.now();
  expect(await read(context, first)).toBe("confirmed");
  // Who lost the e-mail asks for another.
  context.turn(2 * DAY_MS);
  await subscribe(context);
  const second = await readLinkToken(email);
  expect(second).not.toBe(first);
  await confirm(context, second);
  expect(await listed()).toEqual([{ email, name: "Zoe", confirmed_at: confirmedAt }]);
  context.turn(400 * DAY_MS);
  await sweep(context);
  expect(await read(context, first)).toBe("confirmed");
  await end(context, first);
  expect([await listed(), await countLinks()]).toEqual([[], 0]);
  for (const token of [first, second, "none"])
    for (const use of [read, confirm, end])
      await expect(use(context, token)).rejects.toMatchObject(wrongLink);
});

test("another person's address is deleted when it is not confirmed, and at once on request", async () => {
  const context = testContext();
  await subscribe(context);
  const early = await readLinkToken(email);
  context.turn(2 * DAY_MS);
  await subscribe(context);
  const late = await readLinkToken(email);
  context.turn(DAY_MS);
  await sweep(context);
  expect(await listed()).toHaveLength(1);
  await expect(confirm(context, early)).rejects.toMatchObject(wrongLink);
  await expect(read(context, early)).rejects.toMatchObject(wrongLink);
  expect(await read(context, late)).toBe("waiting");
  context.turn(2 * DAY_MS);
  await expect(confirm(context, late)).rejects.toMatchObject(wrongLink);
  await sweep(context);
  expect([await listed(), await countLinks()]).toEqual([[], 0]);
  await subscribe(context);
  await end(context, await readLinkToken(email));
  expect(await listed()).toEqual([]);
});

test("an address gets one such e-mail a minute and ten a day, however many ask at once", async () => {
  const context = testContext();
  await Promise.all(Array.from({ length: 20 }, () => subscribe(context)));
  expect(await readMails(email)).toHaveLength(1);
  for (let more = 0; more < 12; more++) {
    context.turn(MINUTE_MS);
    await subscribe(context);
  }
  expect(await readMails(email)).toHaveLength(10);
  context.turn(DAY_MS);
  await subscribe(context);
  expect(await readMails(email)).toHaveLength(11);
});
