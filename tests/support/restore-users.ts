import { env } from "cloudflare:workers";
import { seedUsers } from "./seed-users.ts";

/** The people and sites of `seedPeople` as they were made, whatever became of them in the test before. */
export async function restoreUsers(): Promise<void> {
  await seedUsers();
  const emptied = [
    "mails",
    "invitations",
    "transfers",
    "access_tokens",
    "sessions",
    "rate_limit_attempts",
  ];
  const owner = "(select id from users where account = 'owner@example.org')";
  await env.DB.batch(
    [
      ...[
        ...emptied,
        "login_failures",
        "membership_changes",
        "pending_revocations",
        "pending_unlinks",
      ].map((table) => `delete from ${table}`),
      "delete from memberships where user_id not in (select id from users where account like '%@example.org')",
      "delete from users where account not like '%@example.org'",
      `update sites set creator_id = ${owner}, deleted_at = null where id < 4`,
      "delete from memberships where user_id = (select id from users where account = 'stranger@example.org') and site_id < 4",
      "update modules set site_id = null where site_id < 4",
      ...["ALPHA-01", "BETA-0001", "GAMMA-001"].map(
        (serial, place) => `update modules set site_id = ${place + 1} where serial = '${serial}'`,
      ),
      "update users set mail_language = null",
    ].map((statement) => env.DB.prepare(statement)),
  );
}
