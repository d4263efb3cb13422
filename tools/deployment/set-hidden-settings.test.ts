import { expect, test } from "vitest";
import { scriptAccount } from "../../tests/support/scripted-account.ts";
import { withRemoteDatabase } from "./remote-database.ts";
import { setHiddenSettings } from "./set-hidden-settings.ts";

test("only the named account needs no advanced password, and the end of that revokes at all of its sites", async () => {
  const { database, wrangler } = scriptAccount({ made: true });
  const add = database.prepare(
    "INSERT INTO users (id, account, email, name, password_hash, demo, created_at) VALUES (?1, ?2, ?2, 'x', '', ?3, 1)",
  );
  add.run(1, "ana@example.com", 0);
  add.run(2, "bea@example.com", 0);
  add.run(3, "demo@example.com", 1);
  database.exec(
    `INSERT INTO sites (id, name, creator_id, time_zone, created_at, updated_at) VALUES (7, 'a', 1, 'Etc/UTC', 1, 1), (8, 'b', 2, 'Etc/UTC', 1, 1);
     INSERT INTO memberships (site_id, user_id, role, created_at) VALUES (7, 1, 1, 1), (8, 1, 2, 1), (8, 2, 1, 1)`,
  );
  const set = (mail: string, isOn: boolean) =>
    withRemoteDatabase(wrangler, "helioport", (query, apply) =>
      setHiddenSettings({ query, apply }, { mail, isOn, now: 5 }),
    );
  const flags = () =>
    database
      .prepare(
        "SELECT id, hidden_settings AS flag, access_version AS version FROM users ORDER BY id",
      )
      .all();
  const plain = [2, 3].map((id) => ({ id, flag: 0, version: 0 }));
  await set("ana@example.com", true);
  expect(flags()).toEqual([{ id: 1, flag: 1, version: 0 }, ...plain]);
  for (const mail of ["unregistered@example.com", "demo@example.com"])
    await expect(set(mail, true)).rejects.toThrow("the user has to register first");
  await set("ana@example.com", false);
  expect(flags()).toEqual([{ id: 1, flag: 0, version: 1 }, ...plain]);
  const revoked =
    "SELECT site_id AS site, person, access_version AS version FROM pending_revocations ORDER BY site_id";
  expect(database.prepare(revoked).all()).toEqual([
    { site: 7, person: 1, version: 1 },
    { site: 8, person: 1, version: 1 },
  ]);
});
