import { MEMBERSHIP_CHANGE_KINDS } from "#domain/members/membership-change.ts";
import type { TestServer } from "../../support/server.ts";

/** Recipients that are stored in the database without the checks of a form or call. */
export type Cast = {
  database: D1Database;
  /** The site whose pages are looked at. */
  site: number;
  owner: number;
};

/** People and sites of the demo, with all that can be beside them: a link, invitations, an application, tags, configs, tokens. */
export async function gatherCast({ runtime, accounts, fleet }: TestServer): Promise<Cast> {
  const { database } = runtime;
  const first = async (text: string, ...values: unknown[]) =>
    (await database
      .prepare(text)
      .bind(...values)
      .first<number>("id")) ?? 0;
  const idOf = (account: string) => first("select id from users where account = ?", account);
  const [serial] = fleet.sites.filter(({ group }) => group === "demo").map((one) => one.serial);
  const site = await first("select site_id as id from modules where serial = ?", serial);
  const [owner, full, fleetOwner] = await Promise.all(
    [accounts.owner, accounts.full, accounts.fleet].map(({ account }) => idOf(account)),
  );
  const now = Date.now();
  const run = (text: string, ...values: unknown[]) => database.prepare(text).bind(...values);
  await database.batch([
    run("update users set type = 2 where id = ?", full),
    run("update sites set dealer_id = ? where id = ?", full, site),
    run(
      "insert into memberships (user_id, site_id, role, created_at) select ?, id, 1, 1 from sites where creator_id = ? and id % 2 and id <> ?",
      fleetOwner,
      owner,
      site,
    ),
    run(
      "insert into applications (site_id, user_id, created_at) values (?, ?, ?)",
      site,
      fleetOwner,
      now,
    ),
    ...["member", "owner", "dealer"].flatMap((as) => [
      run(
        "insert into invitations (site_id, email, invited_as, role, invited_by, created_at, expires_at) values (?, ?, ?, 1, ?, ?, ?)",
        site,
        `${as}@example.org`,
        as,
        owner,
        now,
        now + 9e8,
      ),
      // One that the owner is shown, for another user's site.
      run(
        "insert into invitations (site_id, email, invited_as, role, invited_by, created_at, expires_at) select s.id, u.email, ?, 1, ?, ?, ? from users u, sites s where u.id = ? and s.creator_id = ? limit 1",
        as,
        fleetOwner,
        now,
        now + 9e8,
        owner,
        fleetOwner,
      ),
    ]),
    ...MEMBERSHIP_CHANGE_KINDS.map((kind, place) =>
      run(
        "insert into membership_changes (site_id, at, kind, by_id, user_id, email, old_role, new_role) values (?, ?, ?, ?, ?, '', 0, 3)",
        site,
        now - place,
        kind,
        owner,
        full,
      ),
    ),
    run("insert into group_users (owner_id, email, created_at) values (?, '', ?)", owner, now),
    run(
      "insert into access_tokens (id, user_id, name, scope, created_at, expires_at) values ('x', ?, '', 'read', ?, ?)",
      owner,
      now,
      now + 9e8,
    ),
    run(
      "insert into chart_selections (user_id, site_id, name, addresses, created_at) values (?, ?, '', '[\"FFFF000100\"]', 1)",
      owner,
      site,
    ),
    run(
      "insert into site_configs (site_id, option, value, created_at) values (?, 'yearBuilt', '', 1)",
      site,
    ),
    run(
      "insert into extra_equipment (site_id, type_code, name, quantity, created_at) values (?, '008B', '', 1, 1)",
      site,
    ),
    run(
      "insert into shares (site_id, token_hash, sealed_token, is_public, created_at) select id, 'x' || id, '', 1, 1 from sites where creator_id = ? and id <> ? limit 3",
      owner,
      site,
    ),
    run(
      "update sites set deleted_at = ? where id = (select max(id) from sites where creator_id = ?)",
      now,
      owner,
    ),
  ]);
  return { database, site, owner: owner ?? 0 };
}

/** Puts texts into every field that a user may write: the site's, the users', and one of the others for each further site. */
export async function writeTexts(
  { database, site, owner }: Cast,
  texts: readonly string[],
): Promise<void> {
  const [text = ""] = texts;
  const run = (statement: string, ...values: unknown[]) =>
    database.prepare(statement).bind(...values);
  const banner = JSON.stringify({ textPosition: 4, bannerText: text, bannerImages: [] });
  const address = `${text.replaceAll(/\s/g, "").slice(0, 200)}@example.org`;
  await database.batch([
    run(
      "update users set name = ?, company = ?, city = ?, dealer = ?, phone = ?, banner = ? where demo = 0",
      text,
      text,
      text,
      text,
      text.slice(0, 32),
      banner,
    ),
    run(
      "update users set email = ? where id = (select user_id from applications limit 1)",
      address,
    ),
    run(
      "update sites set name = value ->> 0, sort_name = value ->> 0, location = value ->> 0, tags = json_array(value ->> 0, 'x' || substr(value ->> 0, 1, 19)), banner = json_object('textPosition', 4, 'bannerText', value ->> 0, 'bannerImages', json('[]')) from (select json_array(value) as value, key from json_each(?)) where key = case sites.id when ? then 0 else sites.id % ? end",
      JSON.stringify(texts),
      site,
      texts.length,
    ),
    run(
      "update invitations set email = ? where site_id = ? and invited_as = 'member'",
      address,
      site,
    ),
    run("update membership_changes set email = ?", address),
    run("update group_users set email = ?", address),
    run("update access_tokens set name = ? where user_id = ?", text, owner),
    run("update chart_selections set name = ?", text),
    run("update site_configs set value = ?", text),
    run(
      "update extra_equipment set name = ?, manufacturer = ?, model = ?, serial = ?, note = ?",
      ...[text, text, text, text, text],
    ),
  ]);
}
