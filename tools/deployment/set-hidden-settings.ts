import { Failure } from "../failure.ts";
import { type Apply, type Query, quote } from "./query.ts";

/**
 * Lets a user change advanced settings without the advanced password of the site, or ends that. When it ends, the sites
 * close the user's sockets and end changes that wait, as after a revocation of access.
 * @param now ms UTC
 * @throws Failure if no account has this address, or it is a demo account
 */
export async function setHiddenSettings(
  { query, apply }: { query: Query; apply: Apply },
  { mail, isOn, now }: { mail: string; isOn: boolean; now: number },
): Promise<void> {
  const account = `account = ${quote(mail)} AND demo = 0`;
  const found = await query(`SELECT id FROM users WHERE ${account}`);
  if (found.length === 0)
    throw new Failure(`${mail} has no account: the user has to register first.`);
  if (isOn) {
    await apply([`UPDATE users SET hidden_settings = 1 WHERE ${account}`]);
    return;
  }
  await apply([
    `UPDATE users SET hidden_settings = 0, access_version = access_version + 1 WHERE ${account} AND hidden_settings = 1`,
    `INSERT INTO pending_revocations (site_id, person, access_version, created_at)
     SELECT memberships.site_id, users.id, users.access_version, ${now}
     FROM users JOIN memberships ON memberships.user_id = users.id WHERE ${account}
     ON CONFLICT (site_id, person) DO UPDATE SET access_version = max(access_version, excluded.access_version)`,
  ]);
}
