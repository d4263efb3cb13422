import { expect, test } from "vitest";
import { scriptAccount } from "../../tests/support/scripted-account.ts";
import { makeDealer } from "./make-dealer.ts";
import { withRemoteDatabase } from "./remote-database.ts";

test("only the named account becomes a dealer", async () => {
  const account = scriptAccount({ made: true });
  const add = account.database.prepare(
    "INSERT INTO users (account, email, name, password_hash, type, created_at) VALUES (?1, ?1, 'x', '', ?2, 1)",
  );
  add.run("dan@example.com", 1);
  add.run("boss@example.com", 9);
  const make = (mail: string) =>
    withRemoteDatabase(account.wrangler, "helioport", (query) => makeDealer(query, mail));
  await make("dan@example.com");
  await expect(make("unregistered@example.com")).rejects.toThrow("the user has to register first");
  await expect(make("boss@example.com")).rejects.toThrow("the user has to register first");
  const types = account.database.prepare("SELECT account, type FROM users ORDER BY account").all();
  expect(types).toEqual([
    { account: "boss@example.com", type: 9 },
    { account: "dan@example.com", type: 2 },
  ]);
});
