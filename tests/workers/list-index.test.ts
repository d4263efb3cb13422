import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
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
    .tuple(status, fc.nat(9), site)
    .map((values) => step("update sites set status = ?, status_since = ? where id = ?", ...values)),
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

const FACETS = `json_each((select json_group_array(facet) from (
  select 'all' as facet
  union all select 'status:' || s.status
  union all select 'country:' || s.country where s.country <> ''
  union all select 'tag:' || value from json_each(s.tags)))) f`;
const EXPECTED_LIST = `
  select m.user_id, f.value as facet, s.sort_name, s.id as site_id, s.created_at, m.role, m.ends_at
  from memberships m join sites s on s.id = m.site_id, ${FACETS}
  where s.deleted_at is null order by 1, 2, 3, 4`;
const EXPECTED_RANKS = `
  select m.user_id, f.value as facet, r.key as rank, coalesce(s.status_since, 0) as since,
    s.id as site_id, m.role, m.ends_at
  from memberships m join sites s on s.id = m.site_id
    join json_each('${JSON.stringify(STATUS_ORDER)}') r on r.value = s.status, ${FACETS}
  where s.deleted_at is null and f.value not like 'status:%' order by 1, 2, 3, 4, 5`;
const EXPECTED_WORDS = `
  select m.user_id, w.value as word, s.id as site_id
  from memberships m join sites s on s.id = m.site_id, json_each(s.words) w
  where s.deleted_at is null order by 1, 2, 3`;

async function read(text: string) {
  return (await env.DB.prepare(text).all()).results;
}

test("the list follows whatever becomes of sites and memberships", async () => {
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
    fc.array(steps, { minLength: 1, maxLength: 40, size: "max" }),
    async (happening) => {
      const begin = [
        step("delete from sites"),
        ...SITES.map((id) =>
          step(
            "insert into sites (id, name, sort_name, creator_id, created_at, updated_at) values (?, 'x', 'x', 9, 0, 0)",
            id,
          ),
        ),
      ];
      await env.DB.batch([...begin, ...happening].map(put));
      expect(await read("select * from site_list order by 1, 2, 3, 4")).toEqual(
        await read(EXPECTED_LIST),
      );
      expect(await read("select * from site_ranks order by 1, 2, 3, 4, 5")).toEqual(
        await read(EXPECTED_RANKS),
      );
      expect(await read("select * from site_words order by 1, 2, 3")).toEqual(
        await read(EXPECTED_WORDS),
      );
      expect(await read("select * from site_counts order by 1, 2")).toEqual(
        await read(
          "select user_id, facet, count(*) as sites from site_list group by 1, 2 order by 1, 2",
        ),
      );
    },
  );
  await fc.assert(property, { numRuns: 60 });
});
