import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { verifyPassword } from "#database/auth/password-hash.ts";
import { scriptAccount } from "../../tests/support/scripted-account.ts";
import { administratorMail, makeAdministrator } from "./make-administrator.ts";
import { withRemoteDatabase } from "./remote-database.ts";

const MAIL = "o'brien@example.com";
const cost = { log2N: 4, r: 8, p: 1 };

function make(account: ReturnType<typeof scriptAccount>, mail = MAIL) {
  return withRemoteDatabase(account.wrangler, "helioport", (query) =>
    makeAdministrator(query, mail, 1_790_000_000_000, cost),
  );
}

test("the first administrator can sign in, and wrangler's arguments contain no password", async () => {
  const account = scriptAccount({ made: true });
  const password = await make(account);
  expect(password).toMatch(/^[a-z2-9]{20}$/);
  const users = account.database.prepare("SELECT * FROM users").all();
  expect(users).toMatchObject([
    { account: MAIL, email: MAIL, type: 9, rule: 0, demo: 0, created_at: 1_790_000_000_000 },
  ]);
  expect(await verifyPassword(password, String(users[0]?.password_hash))).toBe(true);
  expect(account.commands.join("\n")).not.toContain(password);
  const { directory, d1_databases } = account.queriedWith();
  expect(d1_databases).toMatchObject([{ binding: "DB", database_id: "uuid-1" }]);
  expect(existsSync(directory)).toBe(false);
});

test("a second administrator is refused, whatever the address", async () => {
  const account = scriptAccount({ made: true });
  await make(account);
  await expect(make(account, "another@example.com")).rejects.toThrow("administrator already");
  await expect(make(account)).rejects.toThrow("administrator already");
  expect(account.database.prepare("SELECT count(*) AS n FROM users").get()).toEqual({ n: 1 });
});

test("an existing account is not taken over", async () => {
  const account = scriptAccount({ made: true });
  account.database.exec(
    "INSERT INTO users (account, email, name, password_hash, created_at) VALUES ('a@example.com', 'a@example.com', 'A', 'x', 1)",
  );
  await expect(make(account, "a@example.com")).rejects.toThrow("the address of another account");
  expect(account.database.prepare("SELECT type, password_hash FROM users").all()).toEqual([
    { type: 1, password_hash: "x" },
  ]);
});

test.each([
  [{ signedIn: false }, "Not signed in to Cloudflare"],
  [{}, "The account has no database helioport yet: run `npm run deploy`."],
  [{ made: true, answers: { "d1 execute": "no such table: users" } }, "no such table: users"],
])("a failure is reported in one line: %j", async (has, line) => {
  await expect(make(scriptAccount(has))).rejects.toThrow(line);
});

test("a mail address is taken as accounts are kept, and anything else is refused", () => {
  expect(administratorMail.parse(" Olivia@Example.com ")).toBe("olivia@example.com");
  for (const wrong of ["olivia", "", "a@b; drop table users", "--local"]) {
    expect(administratorMail.safeParse(wrong).success, wrong).toBe(false);
  }
});
