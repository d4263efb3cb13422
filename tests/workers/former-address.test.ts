import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { callAs, signIn } from "../support/call-api.ts";
import { findInDatabase } from "../support/find-in-database.ts";
import { readCode, readMails } from "../support/read-mails.ts";
import { PASSWORD, seedUsers } from "../support/seed-users.ts";

const FIRST = "monitor@example.org";
const SECOND = "second@example.org";
const THIRD = "third@example.org";

beforeAll(seedUsers);

async function change(token: string, from: string, to: string): Promise<void> {
  await env.DB.exec("delete from codes");
  await callAs(token, "/user/v2/emailCaptcha", { kind: "old" });
  await callAs(token, "/user/v2/emailCaptcha", { kind: "new", email: to });
  const codes = { oldCode: await readCode(from), newCode: await readCode(to) };
  const input = { email: to, ...codes };
  // Twice at once: the second one notifies no one.
  const both = await Promise.all(
    [1, 2].map(() => callAs(token, "/user/v2/updateAccountAndEmail", input)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
}

const templatesTo = async (address: string) =>
  (await readMails(address)).map(({ template }) => template);

test("a former address is kept only in the pending e-mail about the change, and deleted with the account", async () => {
  const token = await signIn("monitor");
  const other = await signIn("full");
  await callAs(other, "/user/v2/groupuser/add", { email: FIRST });
  await callAs(other, "/user/v2/groupuser/add", { email: "friend@example.org" });
  await env.DB.exec(
    `insert into subscribers (email, name, created_at, confirmed_at) values ('${FIRST}', 'Mona', 1, 2), ('${SECOND}', 'Typed', 3, null), ('friend@example.org', 'Friend', 1, 1)`,
  );
  const password = "Kw7xTq20";
  const twice = { password, confirmPassword: password };
  await callAs(token, "/user/v2/updatePassword", { oldPassword: PASSWORD, ...twice });

  await change(token, FIRST, SECOND);
  expect(await templatesTo(FIRST)).toEqual(["emailChanged"]);
  expect(await templatesTo(SECOND)).toContain("passwordChanged");
  expect(await findInDatabase([FIRST])).toEqual(["mails.recipient"]);
  const subscribed = env.DB.prepare("select email, confirmed_at from subscribers order by email");
  const friend = { email: "friend@example.org", confirmed_at: 1 };
  expect((await subscribed.all()).results).toEqual([friend, { email: SECOND, confirmed_at: 2 }]);

  await change(token, SECOND, THIRD);
  const [notice] = await readMails(FIRST);
  expect(notice).toMatchObject({ template: "emailChanged", values: { email: THIRD } });
  expect(await templatesTo(SECOND)).toEqual(["emailChanged"]);
  expect((await subscribed.all()).results).toEqual([friend, { email: THIRD, confirmed_at: 2 }]);

  expect((await callAs(token, "/user/v2/delete", { password })).status).toBe(200);
  expect(await templatesTo(THIRD)).toEqual(["accountDeleted"]);
  expect(await findInDatabase([FIRST, SECOND, THIRD])).toEqual(["mails.recipient"]);
  expect((await subscribed.all()).results).toEqual([friend]);
});
