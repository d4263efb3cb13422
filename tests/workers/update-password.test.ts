import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { digest } from "#protocol/keys/digest.ts";
import { server } from "#workers/server.ts";
import { callApi, callAs, ORIGIN, signIn } from "../support/call-api.ts";
import { readMails } from "../support/read-mails.ts";
import { ALPHA, BETA, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { recordSites } from "../support/sites-double.ts";

const NEW = "Kw7xTq20";
const LIST = "/site/v4/getListBySearchFilterAndReorder";
const input = (oldPassword: string, password = NEW, confirmPassword = password) => ({
  oldPassword,
  password,
  confirmPassword,
});

beforeAll(seedUsers);

test("a new password ends all other sessions, their sockets and all tokens, and not this session", async () => {
  const [token, other, third] = [
    await signIn("owner"),
    await signIn("owner"),
    await signIn("owner"),
  ];
  await callAs(other, "/site/v2/socketTicket", { id: ALPHA });
  await callAs(third, "/site/v2/socketTicket", { id: BETA });
  await callAs(token, "/site/v2/socketTicket", { id: ALPHA });
  await env.DB.exec(
    "insert into access_tokens (id, user_id, name, scope, created_at, expires_at) values ('x', 1, 'x', 'read', 0, 9e15)",
  );
  const { env: recorded, reported } = recordSites();
  const request = new Request(`${ORIGIN}/api/user/v2/updatePassword`, {
    method: "POST",
    headers: { Authorization: token },
    body: JSON.stringify(input(PASSWORD)),
  });
  expect((await server.fetch(request, recorded)).status).toBe(200);
  // Notified before the answer.
  expect(reported.sort()).toEqual(
    [
      [`site-${ALPHA}`, { session: digest(other) }],
      [`site-${BETA}`, { session: digest(third) }],
    ].sort(),
  );
  const statuses = await Promise.all([token, other, third].map((who) => callAs(who, LIST, {})));
  expect(statuses.map(({ status }) => status)).toEqual([200, 501, 501]);
  expect(await env.DB.prepare("select count(*) n from access_tokens").first("n")).toBe(0);
  expect((await readMails("owner@example.org")).at(-1)).toMatchObject({
    template: "passwordChanged",
    values: { name: "The owner", link: "http://localhost:8787/findpass" },
  });
  const login = async (password: string) =>
    (await callApi("/auth/v2/login", { account: "owner@example.org", password })).status;
  expect([await login(PASSWORD), await login(NEW)]).toEqual([401, 200]);
});

test("a password that is wrong, weak or typed differently changes nothing", async () => {
  const token = await signIn("full");
  const cases = [
    [input("sunshine2"), { oldPassword: "wrongPassword" }],
    [input(PASSWORD, "short"), { password: "passwordTooShort" }],
    [input(PASSWORD, "password1"), { password: "passwordFrequent" }],
    [input(PASSWORD, NEW, "Kw7xTq21"), { confirmPassword: "passwordsDiffer" }],
  ] as const;
  for (const [typed, fields] of cases) {
    const { status, body } = await callAs(token, "/user/v2/updatePassword", typed);
    expect([status, body.data]).toMatchObject([422, { fields }]);
  }
  expect(await signIn("full")).toMatch(/^[\w-]{43}$/);
  const demo = await callAs(await signIn("demo"), "/user/v2/updatePassword", input(PASSWORD));
  expect(demo.status).toBe(403);
});

test("an attacker in an open session has ten attempts at its password", async () => {
  const token = await signIn("monitor");
  const statuses = [];
  for (let attempts = 0; attempts < 11; attempts += 1) {
    const typed = attempts < 10 ? input("sunshine2") : input(PASSWORD);
    statuses.push((await callAs(token, "/user/v2/updatePassword", typed)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
});

test("one of two concurrent changes with the same old password succeeds", async () => {
  const [one, two] = [await signIn("administrator"), await signIn("administrator")];
  const answers = await Promise.all([
    callAs(one, "/user/v2/updatePassword", input(PASSWORD, "Kw7xTq20")),
    callAs(two, "/user/v2/updatePassword", input(PASSWORD, "Kw7xTq21")),
  ]);
  const done = answers.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  expect(await readMails("administrator@example.org")).toHaveLength(1);
});
