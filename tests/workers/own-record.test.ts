import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { callAs, signIn } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

beforeAll(seedUsers);

async function readOwn(token: string): Promise<Record<string, unknown>> {
  return (await callAs(token, "/user/v2/get", {})).body.data as Record<string, unknown>;
}

test("a person reads all of their own record but the password", async () => {
  const record = await readOwn(await signIn("full"));
  expect(record).toEqual({
    id: 3,
    name: "The full",
    account: "full@example.org",
    email: "full@example.org",
    phone: "",
    company: "",
    country: "",
    city: "",
    dealer: "",
    header: null,
    type: 1,
    rule: 0,
    demo: false,
    screenSaver: 0,
    language: "en",
    mailLanguage: null,
    alarmMails: true,
    banner: null,
  });
});

test("given fields are changed, and the rest stays", async () => {
  const token = await signIn("monitor");
  const change = {
    name: " Mo ",
    phone: "030 901820",
    country: "de",
    city: "Berlin",
    company: "Sun & Co",
    dealer: "The dealer",
    screenSaver: 5,
    mailLanguage: "fr",
  };
  expect((await callAs(token, "/user/v2/update", change)).status).toBe(200);
  const changed = { ...change, name: "Mo", phone: "+4930901820", country: "DE" };
  expect(await readOwn(token)).toMatchObject(changed);
  // The country is known by now.
  await callAs(token, "/user/v2/update", { phone: "(030) 90 18 21" });
  await callAs(token, "/user/v2/update", { city: "", type: 9, rule: 1, email: "x@example.org" });
  expect(await readOwn(token)).toMatchObject({
    ...changed,
    phone: "+4930901821",
    city: "",
    type: 1,
    rule: 0,
    email: "monitor@example.org",
  });
});

test("the language of e-mails may be that of the interface again", async () => {
  const token = await signIn("administrator");
  const keep = async (mailLanguage: string | null) => {
    await callAs(token, "/user/v2/update", { mailLanguage });
    await callAs(token, "/user/v2/update", { screenSaver: 1 });
    return (await readOwn(token)).mailLanguage;
  };
  expect([await keep("fr"), await keep(null)]).toEqual(["fr", null]);
});

test("invalid values are refused, field by field", async () => {
  const token = await signIn("full");
  const cases = [
    [{ name: " " }, { name: "required" }],
    [{ name: "a\nBcc: b" }, { name: "wrongValue" }],
    [{ city: "x".repeat(101) }, { city: "tooLong" }],
    [{ country: "XX" }, { country: "wrongCountry" }],
    [{ phone: "12", country: "DE" }, { phone: "wrongPhone" }],
    [{ screenSaver: 2 }, { screenSaver: "wrongValue" }],
    [{ mailLanguage: "it" }, { mailLanguage: "wrongValue" }],
  ] as const;
  for (const [change, fields] of cases) {
    const { status, body } = await callAs(token, "/user/v2/update", change);
    expect([status, body.data]).toEqual([422, { fields }]);
  }
  expect((await callAs(token, "/user/v2/update", { name: 1 })).status).toBe(400);
});

test("the language of the interface and the switch of alarm e-mails are kept", async () => {
  const token = await signIn("full");
  await callAs(token, "/user/v2/updateNovaLanguage", { novaLanguage: "ar" });
  await callAs(token, "/user/v2/updateEmailAlarmPush", { alarmMails: false });
  expect(await readOwn(token)).toMatchObject({ language: "ar", alarmMails: false });
  expect((await callAs(token, "/user/v2/updateNovaLanguage", { novaLanguage: "it" })).status).toBe(
    422,
  );
});

test("the demo account reads itself and changes nothing", async () => {
  const token = await signIn("demo");
  expect(await readOwn(token)).toMatchObject({ name: "Demo", demo: true });
  const calls: Record<string, object> = {
    update: { name: "Mine" },
    updateNovaLanguage: { novaLanguage: "de" },
    updateEmailAlarmPush: { alarmMails: false },
    updateHeader: {},
    updateBanner: { textPosition: 1 },
    "groupuser/get": {},
    "groupuser/add": { email: "a@example.org" },
    "groupuser/delete": { id: 1 },
  };
  for (const [path, input] of Object.entries(calls))
    expect((await callAs(token, `/user/v2/${path}`, input)).status, path).toBe(403);
});

test("a group takes known and unknown addresses alike, each once, and is its owner's alone", async () => {
  const token = await signIn("owner");
  const add = (email: string) => callAs(token, "/user/v2/groupuser/add", { email });
  const answers = [await add("Full@example.org "), await add("unregistered@example.org")];
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  await add("full@example.org");
  const read = async (who: string) => {
    const { body } = await callAs(who, "/user/v2/groupuser/get", {});
    return (body.data as { list: { id: number; email: string }[] }).list;
  };
  const list = await read(token);
  expect(list.map(({ email }) => email)).toEqual(["unregistered@example.org", "full@example.org"]);
  const other = await signIn("full");
  expect(await read(other)).toEqual([]);
  await callAs(other, "/user/v2/groupuser/delete", { id: list[0]?.id });
  expect(await read(token)).toHaveLength(2);
  await callAs(token, "/user/v2/groupuser/delete", { id: list[0]?.id });
  await callAs(token, "/user/v2/groupuser/delete", { email: "FULL@example.org" });
  expect(await read(token)).toEqual([]);
  expect((await callAs(token, "/user/v2/groupuser/delete", {})).status).toBe(422);
});

test("a group has an end", async () => {
  const token = await signIn("administrator");
  await env.DB.prepare(
    "insert into group_users (owner_id, email, created_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) select 2, i || '@example.org', 0 from n",
  ).run();
  const add = (email: string) => callAs(token, "/user/v2/groupuser/add", { email });
  expect((await add("one@example.com")).status).toBe(409);
  expect((await add("7@example.org")).status).toBe(200);
});
