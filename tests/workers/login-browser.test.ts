import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { hashPassword } from "#database/auth/password-hash.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { callOperation } from "#operations/call.ts";
import type { Context } from "#operations/context.ts";
import { mask } from "#protocol/keys/masked.ts";
import { callApi } from "../support/call-api.ts";
import { readLinkToken, readMails } from "../support/read-mails.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";
import { LOW_COST, type TestContext, testContext } from "../support/test-context.ts";

const LOGIN = "/auth/v2/login";
const account = "owner@example.org";
const ownPage = { "Sec-Fetch-Site": "same-origin" };

beforeAll(seedUsers);

/** The context of one browser, with what it was given and how long it had to wait. */
function openBrowser(context: Context, token: string | null = null) {
  const seen = { token, paused: 0 };
  const own: Context = {
    ...context,
    pause: async (ms) => {
      seen.paused += ms;
    },
    browser: {
      client: null,
      get token() {
        return seen.token;
      },
      keep: (given) => {
        seen.token = given;
      },
    },
  };
  return { seen, own };
}

let lastAddress = 0;

/** Signs in from an address of its own. */
async function logIn(context: Context, asked: { account: string; password: string }) {
  lastAddress += 1;
  const caller = {
    kind: "anonymous",
    endedElsewhere: false,
    address: `10.${lastAddress}`,
  } as const;
  return callOperation("POST /auth/v2/login", asked, caller, context);
}

/** As if so many guesses at an account had failed now, wherever from. */
async function failOften(context: TestContext, times: number, name = account) {
  await env.DB.prepare(
    `with recursive n(i) as (values(1) union all select i + 1 from n where i < ?3)
     insert into login_failures (subject, at, pending) select ?1, ?2, 0 from n`,
  )
    .bind(mask(context.keys, "loginAccount", name), context.now(), times)
    .run();
}

test("a login from a page leaves a cookie that no script reads; one from a script does not", async () => {
  const asked = { account, password: PASSWORD };
  const { headers } = await callApi(LOGIN, asked, ownPage);
  expect(headers.get("Set-Cookie")).toMatch(
    /^__Host-helioport_browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await callApi(LOGIN, asked)).headers.has("Set-Cookie")).toBe(false);
  const wrong = await callApi(LOGIN, { account: "x", password: "guess123" }, ownPage);
  expect(wrong.headers.has("Set-Cookie")).toBe(false);
});

test("a browser keeps its cookie while one user signs in; a forged cookie and another user's are replaced", async () => {
  const cookieOf = async (name: string, shown: string) => {
    const headers = { ...ownPage, Cookie: `__Host-helioport_browser=${shown}` };
    const answer = await callApi(LOGIN, { account: name, password: PASSWORD }, headers);
    return /=([\w-]+);/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  };
  const first = await cookieOf(account, "A".repeat(43));
  expect(first).not.toBe("A".repeat(43));
  expect(await cookieOf(account, first)).toBe(first);
  const shared = await cookieOf("full@example.org", first);
  expect(shared).not.toBe(first);
  // A user known in it before still is.
  expect(await cookieOf(account, shared)).toBe(shared);
  expect(await cookieOf("full@example.org", shared)).toBe(shared);
  // One that an attacker planted has become worthless.
  expect(await cookieOf(account, first)).not.toBe(first);
  const { results } = await env.DB.prepare("select * from known_browsers").all();
  expect(JSON.stringify(results)).not.toContain(shared);
});

test("an account that fails often, from wherever, slows down, and is not shut", async () => {
  const context = testContext();
  const guess = logIn(context, { account, password: "guess123" });
  await expect(guess).rejects.toMatchObject({ code: "notSignedIn" });
  await failOften(context, 29);
  const { seen, own } = openBrowser(context);
  await logIn(own, { account, password: PASSWORD });
  expect(seen.paused).toBe(100);
  await failOften(context, 60);
  const late = openBrowser(context);
  await logIn(late.own, { account, password: PASSWORD });
  expect(late.seen.paused).toBe(5_000);
  const unknown = openBrowser(context);
  await failOften(context, 31, "unregistered@example.org");
  const asked = { account: "unregistered@example.org", password: PASSWORD };
  await expect(logIn(unknown.own, asked)).rejects.toMatchObject({ code: "notSignedIn" });
  expect(unknown.seen.paused).toBe(200);
});

test("a browser that its person signed in from before does not wait, for half a year", async () => {
  const context = testContext();
  const name = "monitor@example.org";
  const known = openBrowser(context);
  await logIn(known.own, { account: name, password: PASSWORD });
  await failOften(context, 80, name);
  await logIn(known.own, { account: name, password: PASSWORD });
  expect(known.seen.paused).toBe(0);
  const strangers = openBrowser(context);
  await logIn(strangers.own, { account: "stranger@example.org", password: PASSWORD });
  await logIn(strangers.own, { account: name, password: PASSWORD });
  expect(strangers.seen.paused).toBeGreaterThan(0);
  context.turn(180 * DAY_MS);
  await failOften(context, 80, name);
  await logIn(known.own, { account: name, password: PASSWORD });
  expect(known.seen.paused).toBeGreaterThan(0);
});

test("the failures of an account expire after a quarter of an hour", async () => {
  const context = testContext();
  await failOften(context, 80, "full@example.org");
  context.turn(15 * 60_000);
  const { seen, own } = openBrowser(context);
  await logIn(own, { account: "full@example.org", password: PASSWORD });
  expect(seen.paused).toBe(0);
});

test("a user who is not activated and knows the password sees that, and gets a link once a minute", async () => {
  const email = "idle@example.org";
  await env.DB.prepare(
    "insert into users (account, email, name, password_hash, created_at) values (?, ?, 'Idle', ?, 0)",
  )
    .bind(email, email, await hashPassword(PASSWORD, LOW_COST))
    .run();
  const context = testContext();
  const asked = { account: email, password: PASSWORD };
  const notActivated = { code: "forbidden", details: { message: "notActivated" } };
  const attempts = Array.from({ length: 20 }, () => logIn(context, asked));
  for (const outcome of await Promise.allSettled(attempts))
    expect(outcome).toMatchObject({ status: "rejected", reason: notActivated });
  expect(await readMails(email)).toHaveLength(1);
  context.turn(60_000);
  await expect(logIn(context, asked)).rejects.toMatchObject(notActivated);
  expect((await readMails(email)).map(({ template }) => template)).toEqual([
    "activate",
    "activate",
  ]);
  const wrong = logIn(context, { ...asked, password: "guess123" });
  await expect(wrong).rejects.toMatchObject({ code: "notSignedIn" });
  const token = await readLinkToken(email);
  const caller = { kind: "anonymous", endedElsewhere: false, address: "10.0" } as const;
  await callOperation("POST /auth/v2/activate", { token }, caller, context);
  expect((await logIn(context, asked)).token).toMatch(/^[\w-]{43}$/);
});
