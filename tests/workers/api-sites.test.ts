import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import problems from "#locales/en/problems.json";
import { callAs, signIn } from "../support/call-api.ts";
import { ABSENT, ALPHA, BETA, FOREIGN, GAMMA, seedUsers } from "../support/seed-users.ts";

const PAGED = "/site/v4/getListBySearchFilterAndReorder";
const UNPAGED = "/site/v3/getListBySearchFilterAndReorder";
type Listed = { total: number; list: { id: number; name: string; key: string; role: number }[] };

const tokens: Record<string, string> = {};

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "full", "monitor", "demo", "stranger"])
    tokens[name] = await signIn(name);
  await env.DB.batch([
    env.DB.prepare("update sites set status = 'normal', online = 1, battery_soc = 80 where id = 1"),
    env.DB.prepare("update sites set status = 'fault', alarm = 'fault', online = 1 where id = 2"),
  ]);
});

async function list(name: string, path: string, body: object): Promise<Listed> {
  const { body: answer } = await callAs(tokens[name] ?? "", path, body);
  return answer.data as Listed;
}

async function idsOf(body: object): Promise<number[]> {
  return (await list("owner", PAGED, body)).list.map(({ id }) => id);
}

test("everybody sees the sites they are a member of, with the role they have there", async () => {
  for (const [name, role] of [
    ["owner", 1],
    ["full", 2],
    ["monitor", 3],
    ["demo", 2],
  ] as const) {
    const { total, list: sites } = await list(name, PAGED, {});
    expect(total).toBe(3);
    expect(sites.map((site) => site.role)).toEqual([role, role, role]);
  }
  expect((await list("stranger", UNPAGED, {})).list.map(({ id }) => id)).toEqual([FOREIGN]);
});

test("a listed site has the fields that the page shows", async () => {
  const { list: sites } = await list("monitor", PAGED, { search: "alpha" });
  expect(sites).toEqual([
    {
      id: ALPHA,
      key: expect.stringMatching(/^k_[\w-]{48}$/),
      roleKey: expect.stringMatching(/^[\w-]+$/),
      role: 3,
      name: "Alpha roof",
      sn: "ALPHA-01",
      systemId: "ALPHA-01",
      systemType: null,
      systemCode: null,
      location: "Berlin",
      tags: [],
      country: "",
      latitude: 52.5,
      longitude: 13.4,
      timeZone: { timeZoneId: "Europe/Berlin", rawOffset: 1, dstOffset: 2 },
      creator: { id: 1, account: null, name: "The owner", header: null },
      online: true,
      since: null,
      status: "normal",
      alarmStatus: "none",
      batterySoc: 80,
      solar: null,
      grid: null,
      load: null,
      metricsAt: null,
      createTime: expect.any(Number),
      updateTime: expect.any(Number),
      lastConnectionTime: null,
      lastDisconnectionTime: null,
      lastUpdateTime: null,
    },
  ]);
});

test("the owner's account is visible to users who may see members, on every path to a site", async () => {
  for (const [name, account] of [
    ["owner", "owner@example.org"],
    ["full", "owner@example.org"],
    ["monitor", null],
    ["demo", null],
  ] as const) {
    const creator = { id: 1, account, name: "The owner", header: null };
    for (const path of [PAGED, UNPAGED])
      expect((await list(name, path, { search: "alpha" })).list, name).toMatchObject([{ creator }]);
    for (const path of ["/site/v2/getSiteById", "/site/v2/getSiteBySN"]) {
      const { body } = await callAs(tokens[name] ?? "", path, { id: ALPHA });
      expect(body.data, name).toMatchObject({ creator });
    }
  }
});

test("a list is searched by prefixes of words, regardless of separators and case", async () => {
  expect(await idsOf({ search: " ROOF " })).toEqual([ALPHA]);
  expect(await idsOf({ search: "roof, al" })).toEqual([ALPHA]);
  expect(await idsOf({ search: "berl" })).toEqual([ALPHA]);
  expect(await idsOf({ search: "gamma-0" })).toEqual([GAMMA]);
  expect(await idsOf({ search: "100%_" })).toEqual([BETA]);
  for (const search of ["oof", "roof beta", "_", "%", "\\", '"', "'"])
    expect(await idsOf({ search }), search).toEqual([]);
});

test("a list is picked by tag and country, and its tags are counted", async () => {
  const put = (tags: string[], country: string, id: number) =>
    env.DB.prepare("update sites set tags = ?, country = ? where id = ?").bind(
      JSON.stringify(tags),
      country,
      id,
    );
  const odd = 'a "barn", \\ and more';
  await env.DB.batch([
    put(["Zinc", odd], "DE", ALPHA),
    put([odd], "NP", BETA),
    put(["alien"], "DE", FOREIGN),
  ]);
  expect(await idsOf({ filter: { tag: odd } })).toEqual([ALPHA, BETA]);
  expect(await idsOf({ filter: { tag: odd, country: "np" } })).toEqual([BETA]);
  expect(await idsOf({ filter: { tag: "barn", country: "np" } })).toEqual([]);
  expect(await idsOf({ filter: { country: "DE" }, search: "alpha" })).toEqual([ALPHA]);
  const { body } = await callAs(tokens.owner ?? "", "/site/v2/getALLTag", {});
  expect(body.data).toEqual({
    total: 2,
    list: [
      { name: odd, sites: 2 },
      { name: "Zinc", sites: 1 },
    ],
  });
  const { list: found } = await list("owner", PAGED, { filter: { tag: "Zinc" } });
  expect(found).toMatchObject([{ id: ALPHA, tags: ["Zinc", odd], country: "DE" }]);
});

test("a list is searched by texts as long as there may be", async () => {
  expect(await idsOf({ search: "الشمس 太阳 ".repeat(6) })).toEqual([]);
  expect(await idsOf({ search: "x".repeat(100) })).toEqual([]);
});

test("a list is filtered by status", async () => {
  expect(await idsOf({ filter: { status: ["fault", "normal"] } })).toEqual([ALPHA, BETA]);
  expect(await idsOf({ filter: { status: ["standby"] } })).toEqual([]);
});

test("a list is ordered by name without regard to capitals, by status worst first, unknown and never connected last", async () => {
  expect(await idsOf({})).toEqual([ALPHA, BETA, GAMMA]);
  expect(await idsOf({ order: { direction: "desc" } })).toEqual([GAMMA, BETA, ALPHA]);
  expect(await idsOf({ order: { by: "status" } })).toEqual([BETA, ALPHA, GAMMA]);
  expect(await idsOf({ order: { by: "alarm" } })).toEqual([BETA, ALPHA, GAMMA]);
  for (const direction of ["asc", "desc"])
    expect(await idsOf({ order: { by: "batterySoc", direction } })).toEqual([ALPHA, BETA, GAMMA]);
});

test("pages together are the list", async () => {
  expect(await list("owner", PAGED, { page: 2, size: 2 })).toMatchObject({
    total: 3,
    page: 2,
    size: 2,
    list: [{ id: GAMMA }],
  });
  expect((await list("owner", PAGED, { page: 9 })).list).toEqual([]);
});

test("an unpaged list of more than 1,000 is too large", async () => {
  const fill = (first: number, last: number) =>
    env.DB.batch([
      env.DB.prepare(
        `with recursive n(i) as (values(${first}) union all select i + 1 from n where i < ${last})
         insert into sites (id, name, creator_id, created_at, updated_at) select i, 'Site ' || i, 5, 0, 0 from n`,
      ),
      env.DB.prepare(
        `insert into memberships (user_id, site_id, role, created_at) select 5, id, 1, 0 from sites where id between ${first} and ${last}`,
      ),
    ]);
  await fill(2001, 2999);
  expect((await list("stranger", UNPAGED, {})).list).toHaveLength(1000);
  await fill(3000, 3000);
  expect((await callAs(tokens.stranger ?? "", UNPAGED, {})).status).toBe(413);
  expect((await callAs(tokens.stranger ?? "", UNPAGED, { search: "Site 2" })).status).toBe(200);
});

test("a site opens by id, by either name of it, by serial number and by the key of its page", async () => {
  const { list: sites } = await list("monitor", PAGED, { search: "alpha" });
  const asked: [string, object][] = [
    ["/site/v2/getSiteById", { id: ALPHA }],
    ["/site/v2/getSiteById", { siteId: ALPHA }],
    ["/site/v2/getSiteById", { siteKey: sites[0]?.key }],
    ["/site/v2/getSiteById", { siteKey: "ALPHA-01" }],
    ["/site/v2/getSiteBySN", { sn: "alpha-01" }],
  ];
  for (const [path, body] of asked) {
    const { status, body: answer } = await callAs(tokens.monitor ?? "", path, body);
    expect([status, answer.data], JSON.stringify(body)).toMatchObject([
      200,
      { id: ALPHA, role: 3, owner: false },
    ]);
  }
  const unnamed = await callAs(tokens.owner ?? "", "/site/v2/getSiteBySN", {});
  expect([unnamed.status, unnamed.body.data]).toEqual([422, { fields: { sn: "required" } }]);
  const { body } = await callAs(tokens.owner ?? "", "/site/v2/getSiteBySN", { sn: "ALPHA-01" });
  expect(body.data).toMatchObject({ role: 1, owner: true });
});

test("another user's site is answered like a missing one", async () => {
  const { list: own } = await list("owner", PAGED, { search: "alpha" });
  const calls: [string, object[]][] = [
    [
      "/site/v2/getSiteById",
      [
        { id: ABSENT },
        { id: FOREIGN },
        { siteKey: "k_nonsense" },
        { siteKey: "OTHER-001" },
        { siteKey: "NOTHING-1" },
      ],
    ],
    ["/site/v2/getSiteBySN", [{ sn: "NOTHING-1" }, { sn: "OTHER-001" }, { sn: "SPARE-001" }]],
    ["/site/v2/socketTicket", [{ id: ABSENT }, { id: FOREIGN }, { sn: "OTHER-001" }]],
  ];
  for (const [path, inputs] of calls) {
    for (const input of inputs) {
      const { status, body } = await callAs(tokens.full ?? "", path, input);
      expect(status, JSON.stringify(input)).toBe(404);
      expect(body).toEqual({ code: 404, message: problems.notFound });
    }
  }
  const stolen = { siteKey: own[0]?.key };
  const { status } = await callAs(tokens.stranger ?? "", "/site/v2/getSiteById", stolen);
  expect(status).toBe(404);
});

test("a site must be named", async () => {
  const { status, body } = await callAs(tokens.owner ?? "", "/site/v2/getSiteById", {});
  expect([status, body.data]).toEqual([422, { fields: { id: "required" } }]);
});
