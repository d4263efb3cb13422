import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { runQuery } from "#database/prepared-query.ts";
import { isOutdated, listStateQuery, updateList } from "#database/site-list/kept-list.ts";
import { STATUS_OF_SITE, STORED_STATUSES } from "#database/site-list/site-index.ts";
import { STATUS_ORDER } from "#domain/sites/site-list.ts";

const PEOPLE = [1, 2, 3];
const SITES = [1, 2, 3];

type Step = { text: string; values: unknown[] };
const step = (text: string, ...values: unknown[]): Step => ({ text, values });

const person = fc.constantFrom(...PEOPLE);
const site = fc.constantFrom(...SITES);
const role = fc.constantFrom(1, 2, 3);
const status = fc.constantFrom(...STATUS_ORDER);
const tags = fc.uniqueArray(fc.constantFrom("barn", "north", "new"), { maxLength: 3 });
const words = fc.uniqueArray(fc.constantFrom("roof", "harbour", "hp"), { maxLength: 3 });

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(person, site, role)
    .map(([user, of, has]) =>
      step(
        "insert or ignore into memberships (user_id, site_id, role, created_at) select ?, id, ?, 0 from sites where id = ?",
        user,
        has,
        of,
      ),
    ),
  fc
    .tuple(person, site)
    .map(([user, of]) =>
      step("delete from memberships where user_id = ? and site_id = ?", user, of),
    ),
  fc
    .tuple(role, fc.option(fc.nat(9)), person, site)
    .map((values) =>
      step(
        "update memberships set role = ?, ends_at = ? where user_id = ? and site_id = ?",
        ...values,
      ),
    ),
  fc
    .tuple(status, fc.nat(9), fc.option(fc.nat(9)), site)
    .map((values) =>
      step("update sites set status = ?, status_since = ?, since = ? where id = ?", ...values),
    ),
  fc
    .tuple(fc.constantFrom("alpha", "beta"), tags, words, fc.constantFrom("", "DE", "FR"), site)
    .map(([name, tagged, found, country, of]) =>
      step(
        "update sites set sort_name = ?, tags = ?, words = ?, country = ? where id = ?",
        name,
        JSON.stringify(tagged),
        JSON.stringify(found),
        country,
        of,
      ),
    ),
  // All at once, as when a deleted site is taken back that had changed meanwhile.
  fc
    .tuple(fc.option(fc.constant(5)), status, tags, site)
    .map(([deletedAt, is, tagged, of]) =>
      step(
        "update sites set deleted_at = ?, status = ?, tags = ? where id = ?",
        deletedAt,
        is,
        JSON.stringify(tagged),
        of,
      ),
    ),
  site.map((of) => step("delete from sites where id = ?", of)),
  site.map((of) =>
    step(
      "insert or ignore into sites (id, name, creator_id, created_at, updated_at) values (?, 'x', 9, 0, 0)",
      of,
    ),
  ),
);

const STATUS = STATUS_OF_SITE.replaceAll("sites.", "s.");
const FACETS = `json_each((select json_group_array(facet) from (
  select 'all' as facet
  union all select 'status:' || ${STATUS}
  union all select 'country:' || s.country where s.country <> ''
  union all select 'tag:' || value from json_each(s.tags)))) f`;
const KEPT = "m.user_id in (select user_id from kept_lists)";
const EXPECTED_LIST = `
  select m.user_id, f.value as facet, s.sort_name, s.id as site_id, s.created_at, m.role, m.ends_at
  from memberships m join sites s on s.id = m.site_id, ${FACETS}
  where s.deleted_at is null and ${KEPT} order by 1, 2, 3, 4`;
const EXPECTED_RANKS = `
  select m.user_id, f.value as facet, r.key as rank, coalesce(s.status_since, 0) as since,
    s.id as site_id, m.role, m.ends_at
  from memberships m join sites s on s.id = m.site_id
    join json_each('${JSON.stringify(STORED_STATUSES)}') r on r.value = ${STATUS}, ${FACETS}
  where s.deleted_at is null and ${KEPT} and f.value not like 'status:%' order by 1, 2, 3, 4, 5`;
const EXPECTED_WORDS = `
  select m.user_id, w.value as word, s.id as site_id
  from memberships m join sites s on s.id = m.site_id, json_each(s.words) w
  where s.deleted_at is null and ${KEPT} order by 1, 2, 3`;

async function read(text: string) {
  return (await env.DB.prepare(text).all()).results;
}

async function update(userId: number, isFirst: boolean) {
  const database = connect(env.DB);
  const [state] = await runQuery(database, listStateQuery(database, { userId }));
  if (state === undefined) throw new Error("no state");
  // None of them has so many sites that a list is kept for them.
  if (isFirst || isOutdated(state)) await updateList(database, { userId }, state);
}

test("a kept list follows every change of sites and memberships, whenever it is read", async () => {
  const put = ({ text, values }: Step) => env.DB.prepare(text).bind(...values);
  const accounts = [...PEOPLE, 9].map((id) =>
    step(
      "insert into users (id, account, email, name, password_hash, created_at) values (?, ?, '', '', '', 0)",
      id,
      `person-${id}`,
    ),
  );
  await env.DB.batch(accounts.map(put));
  const property = fc.asyncProperty(
    fc.array(fc.array(steps, { minLength: 1, maxLength: 20, size: "max" }), {
      minLength: 1,
      maxLength: 3,
    }),
    async (rounds) => {
      const begin = [
        step("delete from sites"),
        ...SITES.map((id) =>
          step(
            "insert into sites (id, name, sort_name, creator_id, created_at, updated_at) values (?, 'x', 'x', 9, 0, 0)",
            id,
          ),
        ),
      ];
      await env.DB.batch([step("delete from kept_lists"), ...begin].map(put));
      for (const userId of [1, 2]) await update(userId, true);
      for (const happening of rounds) {
        await env.DB.batch(happening.map(put));
        for (const userId of [1, 2]) await update(userId, false);
        await expectLists();
      }
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

async function expectLists() {
  expect(await read("select * from kept_facets order by 1, 2, 3, 4")).toEqual(
    await read(EXPECTED_LIST),
  );
  expect(await read("select * from kept_ranks order by 1, 2, 3, 4, 5")).toEqual(
    await read(EXPECTED_RANKS),
  );
  expect(await read("select * from kept_words order by 1, 2, 3")).toEqual(
    await read(EXPECTED_WORDS),
  );
  expect(await read("select * from kept_counts order by 1, 2")).toEqual(
    await read(
      "select user_id, facet, count(*) as sites from kept_facets group by 1, 2 order by 1, 2",
    ),
  );
  expect(await read("select * from kept_list_changes")).toEqual([]);
}

const MEMBERS = 200;
const TAGS = Array.from({ length: 20 }, (_, place) => `tag ${place}`);

describe("a site with 200 members and 20 tags", () => {
  const SITE = 900;
  beforeAll(async () => {
    await env.DB.batch([
      env.DB.prepare(
        `with recursive n(i) as (values(1000) union all select i + 1 from n where i < ${999 + MEMBERS})
         insert into users (id, account, email, name, password_hash, created_at)
         select i, 'member-' || i, '', '', '', 0 from n`,
      ),
      env.DB.prepare(
        `insert into sites (id, name, sort_name, tags, country, status, creator_id, created_at, updated_at)
         values (${SITE}, 'Roof', 'roof', ?, 'DE', 'normal', 1000, 0, 0)`,
      ).bind(JSON.stringify(TAGS)),
      env.DB.prepare(
        `insert into memberships (user_id, site_id, role, created_at)
         select id, ${SITE}, 2, 0 from users where id >= 1000`,
      ),
      // Half of them have kept lists.
      env.DB.prepare(
        "insert into kept_lists (user_id, version) select id, 0 from users where id >= 1100",
      ),
    ]);
  });

  test.each([
    ["a rename", "update sites set name = ?, sort_name = 'b', words = '[\"b\"]' where id = ?"],
    ["a change of status", "update sites set status = 'fault', status_since = ? where id = ?"],
    ["its deletion by the owner", "update sites set deleted_at = ? where id = ?"],
  ])("%s writes at most 10 rows", async (_, text) => {
    const { meta } = await env.DB.prepare(text).bind(7, SITE).run();
    expect(meta.changes).toBeGreaterThan(0);
    expect(meta.rows_written).toBeGreaterThan(0);
    expect(meta.rows_written).toBeLessThanOrEqual(10);
  });
});
