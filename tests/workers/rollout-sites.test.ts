import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { MAX_ROLLOUT_SITES } from "#domain/rollouts/limits.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { seedUsers } from "../support/seed-users.ts";

const FIRST = 80_000;
const SITES = MAX_ROLLOUT_SITES + 100;
const STRANGER = "(select id from users where account = 'stranger@example.org')";

beforeAll(async () => {
  await seedUsers();
  const list = JSON.stringify(Array.from({ length: SITES }, (_, place) => FIRST + place));
  await env.DB.batch([
    env.DB.prepare(
      `insert into sites (id, name, creator_id, created_at, updated_at, online, status)
       select value, 'Site ' || value, ${STRANGER}, 0, 0, 1, 'normal' from json_each(?)`,
    ).bind(list),
    env.DB.prepare(
      `insert into memberships (user_id, site_id, role, created_at) select ${STRANGER}, value, 1, 0 from json_each(?)`,
    ).bind(list),
  ]);
});

type Choices = {
  total: number;
  statuses: { status: string; sites: number }[];
  list: { siteId: number }[];
};

test("of a large fleet as many sites are listed as a rollout may have, and all are counted", async () => {
  const session = await signIn("stranger");
  const { status, body } = await callAs(session, "/site/v2/rollout/listSites", {
    kind: "firmware",
  });
  expect(status).toBe(200);
  const { total, list } = body.data as Choices;
  expect(total).toBeGreaterThanOrEqual(SITES);
  expect(list).toHaveLength(MAX_ROLLOUT_SITES);
  expect(new Set(list.map(({ siteId }) => siteId)).size).toBe(MAX_ROLLOUT_SITES);
});

test("a search narrows the listed sites, and the statuses count all of them", async () => {
  const session = await signIn("stranger");
  const ids = [FIRST, FIRST + 1];
  await env.DB.prepare(
    "update sites set status = 'fault' where id in (select value from json_each(?))",
  )
    .bind(JSON.stringify(ids))
    .run();
  const choose = async (input: object) => {
    const { body } = await callAs(session, "/site/v2/rollout/listSites", {
      kind: "settings",
      ...input,
    });
    return body.data as Choices;
  };
  const all = await choose({});
  expect(all.statuses.map(({ status }) => status)).toEqual(["fault", "offline", "normal"]);
  expect(all.statuses.reduce((sum, { sites }) => sum + sites, 0)).toBe(all.total);
  const found = await choose({ search: "nowhere" });
  expect(found).toMatchObject({ total: 0, statuses: all.statuses });
  const faulty = await choose({ filter: { status: ["fault"] } });
  expect(faulty.list.map(({ siteId }) => siteId).sort()).toEqual(ids);
  expect(faulty.statuses).toEqual(all.statuses);
});
