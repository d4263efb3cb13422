import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { hashPassword } from "#database/auth/password-hash.ts";
import { callOperation } from "#operations/call.ts";
import type { Context, SignedIn } from "#operations/context.ts";
import { digest } from "#protocol/keys/digest.ts";
import { identifySession } from "#workers/request-scope/caller.ts";
import { makeTokens } from "../probes/revocation/ways.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { readMails } from "../support/read-mails.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";
import { LOW_COST, testContext } from "../support/test-context.ts";

const anonymous = { kind: "anonymous", endedElsewhere: false, address: "192.0.2.1" } as const;
const newToken = { name: "A thief's", scope: "manage", days: 365 } as const;

beforeAll(seedUsers);
beforeEach(() => env.DB.exec("delete from mails; delete from links; delete from known_browsers"));

const count = (table: string) => env.DB.prepare(`select count(*) n from ${table}`).first("n");

/** A context in which something happens once, right before the batch that follows the first random bytes. */
function changedBeforeWriting(change: () => Promise<unknown>): Context {
  const context = testContext(Date.now());
  let isAboutTo = false;
  const database: Context["database"] = Object.create(context.database);
  database.batch = (async (queries) => {
    if (isAboutTo) await change();
    isAboutTo = false;
    return context.database.batch(queries);
  }) as typeof database.batch;
  const randomBytes = (length: number) => {
    isAboutTo = true;
    return context.randomBytes(length);
  };
  return { ...context, database, randomBytes };
}

test.each([
  ["elsewhere", "sessionEnded"],
  ["self", "notSignedIn"],
])("a session that ended by %s while it asked for a token makes none: %s", async (by, code) => {
  const session = await signIn("full");
  const context = changedBeforeWriting(() =>
    env.DB.prepare("update sessions set ended_at = 1, ended_by = ? where id = ?")
      .bind(by, digest(session))
      .run(),
  );
  const caller = (await identifySession(digest(session), "192.0.2.1", context)) as SignedIn;
  const made = callOperation("POST /user/v2/token/add", newToken, caller, context);
  await expect(made).rejects.toMatchObject({ code });
  expect(await count("access_tokens")).toBe(0);
});

test("tokens created during a password change are revoked, and none delays a deletion", async () => {
  const [owner, thief] = [await signIn("administrator"), await signIn("administrator")];
  const change = { oldPassword: PASSWORD, password: "Kw7xTq20", confirmPassword: "Kw7xTq20" };
  for (const [victim, path, input, refusal] of [
    [thief, "/user/v2/updatePassword", change, 501],
    [owner, "/user/v2/delete", { password: change.password }, 401],
  ] as const) {
    let isOver = false;
    const thefts = Array.from({ length: 6 }, () => makeTokens(victim, () => isOver));
    const { status } = await callAs(owner, path, input);
    isOver = true;
    const tokens = (await Promise.all(thefts)).flatMap(({ made }) => made);
    expect(status).toBe(200);
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens)
      expect((await callAs(token, "/user/v2/get", {})).status, path).toBe(401);
    expect((await callAs(victim, "/user/v2/token/add", newToken)).status).toBe(refusal);
  }
  expect(await count("access_tokens")).toBe(0);
});

test("a log-in with a password that was changed meanwhile opens nothing, and its browser is not known", async () => {
  const account = "monitor@example.org";
  let kept: string | null = null;
  const browser: Context["browser"] = {
    token: null,
    client: null,
    keep: (token) => {
      kept = token;
    },
  };
  const set = async (password: string) =>
    env.DB.prepare("update users set password_hash = ? where account = ?")
      .bind(await hashPassword(password, LOW_COST), account)
      .run();
  const context = { ...changedBeforeWriting(() => set("Kw7xTq20")), browser };
  const asked = { account, password: PASSWORD };
  const logIn = () => callOperation("POST /auth/v2/login", asked, anonymous, context);
  await expect(logIn()).rejects.toMatchObject({ code: "notSignedIn" });
  expect([await count("known_browsers"), kept]).toEqual([0, null]);
  await set(PASSWORD);
  await callOperation("POST /auth/v2/login", asked, anonymous, {
    ...testContext(Date.now()),
    browser,
  });
  expect(await count("known_browsers")).toBe(1);
  expect(kept).not.toBeNull();
});

test("no link goes to an address that its person has left meanwhile", async () => {
  const email = "stranger@example.org";
  const leave = () =>
    env.DB.prepare(
      "update users set account = 'new@example.org', email = account where account = ?",
    )
      .bind(email)
      .run();
  const find = (context: Context) =>
    callOperation("POST /user/v2/sendEmailResetPassword", { email }, anonymous, context);
  await find(changedBeforeWriting(leave));
  expect(await readMails(email)).toEqual([]);
  expect(await count("links where expires_at > created_at")).toBe(0);

  await env.DB.prepare(
    "update users set account = ?, email = 'old', activated_at = null where account = 'new@example.org'",
  )
    .bind(email)
    .run();
  const asked = { account: email, password: PASSWORD };
  const logIn = callOperation("POST /auth/v2/login", asked, anonymous, changedBeforeWriting(leave));
  await expect(logIn).rejects.toMatchObject({ code: "forbidden" });
  expect(await readMails("old")).toEqual([]);
  expect(await count("links where expires_at > created_at")).toBe(0);
});
