import { env } from "cloudflare:workers";

export const MANY = 10_000;
/** Who has all of them, together with four others. */
export const DEALER = 1;
/** A user with 63 of them, whose list is not kept. */
export const FAMILY = 6;

const STATUS = `case when i % 100 = 0 then 'fault' when i % 50 = 1 then 'warning' when i % 10 = 2 then 'offline'
  when i % 10 = 3 then 'standby' when i % 10 = 4 then 'off' else 'normal' end`;

/**
 * Ten thousand sites of five members each, for lists. Half of them are in a barn, each fiftieth is new, a third is in
 * France; names come twice, and are in another order than ids.
 */
export async function makeManySites(): Promise<void> {
  const run = (text: string) => env.DB.prepare(text);
  await env.DB.batch([
    run(`insert into users (id, account, email, name, password_hash, created_at)
      select value, 'person-' || value, '', 'Person', '', 0 from json_each('[1,2,3,4,5,6]')`),
    run(`with recursive n(i) as (values(1) union all select i + 1 from n where i < ${MANY})
      insert into sites (id, name, sort_name, words, tags, country, status, status_since, since, alarm, online,
        solar, battery_soc, load, grid, creator_id, created_at, updated_at)
      select i, 'Roof ' || (i * 7919 % 5000), printf('roof %012d', i * 7919 % 5000),
        json_array('roof', '' || (i * 7919 % 5000), iif(i % 2, 'kiel', 'cork')),
        case when i % 50 = 7 then json_array('new', 'barn') when i % 2 then json_array('barn') else '[]' end,
        iif(i % 3, 'DE', 'FR'), ${STATUS}, i * 31 % 1000, iif(i % 40 = 2, null, i * 31 % 1000), iif(i % 100, 'none', 'fault'), i % 10 <> 2,
        nullif(i % 500, 0), i % 101, i % 700, i % 300 - 150, ${DEALER}, i * 17 % 1000, 0 from n`),
    run(
      `insert into memberships (user_id, site_id, role, created_at) select ${DEALER}, id, 1, 0 from sites`,
    ),
    run(`insert into memberships (user_id, site_id, role, created_at)
      select value, sites.id, 2, 0 from sites, json_each('[2,3,4,5]')`),
    run(`insert into memberships (user_id, site_id, role, created_at)
      select ${FAMILY}, id, 1, 0 from sites where id % 157 = 0`),
  ]);
}
