import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { prepareList } from "#database/site-list/kept-list.ts";
import { BRIEF, type BriefSite, FULL, type FullSite } from "#database/site-list/site-columns.ts";
import { countStatuses } from "#database/site-list/site-filters.ts";
import { STATUS, storedStatus } from "#database/site-list/site-index.ts";
import { listSiteRefs, listSites, readReferencedSites } from "#database/site-list/site-list.ts";
import {
  LISTED_STATUSES,
  type ListedStatus,
  listedStatusesOf,
  type SiteListOrder,
  STATUS_ORDER,
  siteListQuery,
} from "#domain/sites/site-list.ts";
import { compareYields } from "#domain/sites/site-yield.ts";
import { countRows } from "../support/count-rows.ts";
import { DEALER, FAMILY, MANY, makeManySites } from "../support/many-sites.ts";

const PAGE = 50;
const NOW = 1_000_000;

type Site = {
  id: number;
  sortName: string;
  words: string[];
  tags: string[];
  country: string;
  latitude: number | null;
  longitude: number | null;
  status: ListedStatus;
  since: number;
  alarm: string;
  createdAt: number;
  solar: number | null;
  batterySoc: number | null;
  load: number | null;
  grid: number | null;
  /** Yield beside that of the other sites of the dealer. */
  ratio: number | null;
};
let sites: Site[] = [];

beforeAll(async () => {
  await makeManySites();
  // All over the Earth; every seventh site has no position.
  await env.DB.prepare(
    `update sites set latitude = (id * 37 % 1801) / 10.0 - 90, longitude = (id * 91 % 3601) / 10.0 - 180
     where id % 7 <> 0`,
  ).run();
  // The list is made once.
  await prepareList(connect(env.DB), { userId: DEALER });
  const { results } = await env.DB.prepare(
    `select id, sort_name as sortName, words, tags, country, latitude, longitude, alarm,
       case when status <> 'offline' then status when since is null then 'neverConnected' else 'stopped' end as status,
       status_since as since,
       created_at as createdAt, solar, battery_soc as batterySoc, load, grid from sites`,
  ).all<Omit<Site, "words" | "tags" | "ratio"> & { words: string; tags: string }>();
  sites = results.map((site) => ({
    ...site,
    words: JSON.parse(site.words) as string[],
    tags: JSON.parse(site.tags) as string[],
    ratio: null,
  }));
});

type ListQuery = { search?: string; filter?: object; order?: object };
type Window = { limit: number; offset: number };
const FIRST: Window = { limit: PAGE, offset: 0 };

async function list(asked: ListQuery, window = FIRST, userId = DEALER) {
  const { database, counted } = countRows();
  const whose = { userId, siteIds: null, now: NOW };
  const query = siteListQuery.parse(asked);
  const wide = { ...window, width: BRIEF };
  const { list: rows, total } = await listSites<BriefSite>(connect(database), whose, query, wide);
  return { ids: rows.map(({ id }) => id), total, ...counted };
}

/** The same by a look at every site. */
function expected(asked: ListQuery, { limit, offset } = FIRST, own = sites) {
  const { search, filter, order } = siteListQuery.parse(asked);
  const words = search.toLowerCase().split(" ").filter(Boolean);
  const wanted = own.filter(
    (site) =>
      (filter.status.length === 0 || listedStatusesOf(filter.status).includes(site.status)) &&
      (filter.tag === "" || site.tags.includes(filter.tag)) &&
      (filter.country === "" || site.country === filter.country) &&
      (filter.area === null || metresBetween(site, filter.area) <= filter.area.radius) &&
      words.every((word) => site.words.some((one) => one.startsWith(word))),
  );
  const sorted = wanted.sort(comparing(order)).map(({ id }) => id);
  return { ids: sorted.slice(offset, offset + limit), total: wanted.length };
}

/** Length of the great circle by the angle of two vectors, m; NaN without a position. */
function metresBetween(site: Site, area: { latitude: number; longitude: number }): number {
  const radians = (degrees: number | null) => ((degrees ?? Number.NaN) * Math.PI) / 180;
  const vector = (latitude: number, longitude: number) => [
    Math.cos(latitude) * Math.cos(longitude),
    Math.cos(latitude) * Math.sin(longitude),
    Math.sin(latitude),
  ];
  const one = vector(radians(site.latitude), radians(site.longitude));
  const other = vector(radians(area.latitude), radians(area.longitude));
  const cosine = one.reduce((sum, part, place) => sum + part * (other[place] ?? 0), 0);
  return 6_371_008.8 * Math.acos(Math.max(-1, Math.min(1, cosine)));
}

const KEYS: Record<SiteListOrder["by"], (site: Site) => number | null> = {
  name: () => null,
  created: ({ createdAt }) => createdAt,
  status: ({ status, since }) => LISTED_STATUSES.indexOf(status) * 1e6 + since,
  alarm: ({ alarm }) => ["fault", "warning", "info", "none"].indexOf(alarm),
  batterySoc: ({ batterySoc }) => batterySoc,
  solar: ({ solar }) => solar,
  load: ({ load }) => load,
  grid: ({ grid }) => grid,
  yield: ({ ratio }) => ratio,
};

/** Of equal ones the order is by name, and by id where an index has it so. */
function comparing({ by, direction }: SiteListOrder) {
  const sign = direction === "desc" ? -1 : 1;
  const isSeldom = SELDOM.some((one) => one === by);
  const byName = (one: Site, other: Site) =>
    one.sortName < other.sortName ? -1 : one.sortName > other.sortName ? 1 : 0;
  return (one: Site, other: Site) => {
    const [a, b] = [KEYS[by](one), KEYS[by](other)];
    if (a === b && isSeldom)
      return ((by === "name" && byName(one, other)) || one.id - other.id) * sign;
    if (a === b) return byName(one, other) || one.id - other.id;
    if (a === null) return 1;
    return b === null ? -1 : (a - b) * sign;
  };
}

const SELDOM = ["name", "created", "status"] as const;
const LIVE = ["alarm", "batterySoc", "solar", "load", "grid"] as const;
const DIRECTIONS = ["asc", "desc"] as const;
const ONE_FILTER: [string, object][] = [
  ["none", {}],
  ["a rare status", { status: ["fault"] }],
  ["a common status", { status: ["normal"] }],
  ["what needs attention", { status: ["fault", "warning", "stopped"] }],
  ["offline, of either kind", { status: ["offline"] }],
  ["never connected", { status: ["neverConnected"] }],
  ["five statuses", { status: LISTED_STATUSES.slice(0, 5) }],
  ["all statuses", { status: [...STATUS_ORDER] }],
  ["a common tag", { tag: "barn" }],
  ["a rare tag", { tag: "new" }],
  ["an unused tag", { tag: "none" }],
  ["a country", { country: "FR" }],
];

const SEVERAL: [string, ListQuery][] = [
  ["status and tag", { filter: { status: ["fault", "normal"], tag: "barn" } }],
  ["tag and country", { filter: { tag: "barn", country: "DE" } }],
  ["all three", { filter: { status: ["offline", "off"], tag: "barn", country: "DE" } }],
  ["six statuses", { filter: { status: LISTED_STATUSES.slice(1) } }],
  ["word", { search: "12" }],
  ["an area", { filter: { area: { latitude: 50, longitude: 8, radius: 2_000_000 } } }],
  ["across the date line", { filter: { area: { latitude: 5, longitude: -179, radius: 3e6 } } }],
  ["around a pole", { filter: { area: { latitude: -90, longitude: 0, radius: 1_234_567 } } }],
  [
    "an area and a status",
    { filter: { status: ["normal"], area: { latitude: 0, longitude: 0, radius: 10_000_000 } } },
  ],
  ["words and status", { search: "kiel 4", filter: { status: ["normal"] } }],
];

describe("any one filter and what changes seldom", () => {
  test.each(ONE_FILTER)("%s", async (_, filter) => {
    for (const by of SELDOM)
      for (const direction of DIRECTIONS) {
        const asked = { filter, order: { by, direction } };
        const { ids, total, read, statements } = await list(asked);
        expect([statements, read <= ids.length + 200], `${JSON.stringify(asked)}: ${read}`).toEqual(
          [1, true],
        );
        expect({ ids, total }, JSON.stringify(asked)).toEqual(expected(asked));
      }
  });
});

describe("metrics that change each minute, combined with filters", () => {
  test.each(ONE_FILTER)("%s by metric", async (_, filter) => {
    for (const by of LIVE)
      await compare({ filter, order: { by, direction: by === "solar" ? "desc" : "asc" } });
  });

  test.each(SEVERAL)("%s in every order", async (_, asked) => {
    for (const by of [...SELDOM, ...LIVE]) await compare({ ...asked, order: { by } });
  });

  async function compare(asked: ListQuery) {
    const { read, statements, written, ...found } = await list(asked);
    const [least, most] = [found.ids.length, 2 * MANY + 2 * PAGE + 20];
    expect(read, JSON.stringify(asked)).toBeGreaterThanOrEqual(least);
    expect(read, JSON.stringify(asked)).toBeLessThanOrEqual(most);
    expect(found, JSON.stringify(asked)).toEqual(expected(asked));
  }
});

describe("few sites, whose list is not kept", () => {
  const ORDERS = [...SELDOM, ...LIVE].flatMap((by) =>
    DIRECTIONS.map((direction) => ({ by, direction })),
  );
  const FILTERS = [
    ...ONE_FILTER.map(([name, filter]): [string, ListQuery] => [name, { filter }]),
    ...SEVERAL,
  ];

  test.each(FILTERS)("%s in every order", async (_, asked) => {
    const own = sites.filter(({ id }) => id % 157 === 0);
    for (const order of ORDERS)
      for (const window of [FIRST, { limit: 20, offset: 40 }, { limit: PAGE, offset: 100 }]) {
        const { ids, total, read, written } = await list({ ...asked, order }, window, FAMILY);
        const what = JSON.stringify({ asked, order, window });
        expect({ ids, total }, what).toEqual(expected({ ...asked, order }, window, own));
        expect(read, what).toBeLessThanOrEqual(4 * own.length + 20);
        expect(written, what).toBe(0);
      }
  });
});

test("a change of one site is seen at the next look, and costs rows for that site alone", async () => {
  const site = sites.find(({ id }) => id === 4321);
  if (site === undefined) throw new Error("no such site");
  await env.DB.prepare(
    "update sites set sort_name = 'a', status = 'fault', status_since = 3 where id = ?",
  )
    .bind(site.id)
    .run();
  Object.assign(site, { sortName: "a", status: "fault", since: 3 });
  for (const order of [{ by: "name" as const }, { by: "status" as const }]) {
    const { ids, total, read } = await list({ order });
    expect({ ids, total }).toEqual(expected({ order }));
    expect(read).toBeLessThanOrEqual(ids.length + 600);
  }
});

test("the lowest yield comes first, and is read with four rows a site at most", async () => {
  await env.DB.prepare(
    `update sites set solar_peak = 5000, solar_week_days = 7, solar_week = id * 7919 % 5003 * 100 where id % 3 = 0`,
  ).run();
  const yields = compareYields(
    sites.map(({ id, latitude, longitude }) => ({
      ...{ id, latitude, longitude, solarWeekDays: 7, solarWeek: ((id * 7919) % 5003) * 100 },
      solarPeak: id % 3 === 0 ? 5000 : null,
    })),
  );
  for (const site of sites) site.ratio = yields.get(site.id)?.ratio ?? null;
  for (const asked of [
    { order: { by: "yield" as const } },
    { filter: { tag: "new" }, order: { by: "yield" as const, direction: "desc" as const } },
  ]) {
    const { ids, total, read } = await list(asked);
    expect({ ids, total }).toEqual(expected(asked));
    expect(read).toBeLessThanOrEqual(4 * MANY + 2 * PAGE + 20);
  }
});

test("sites are counted by status, with few rows read of a kept list", async () => {
  const own = sites.filter(({ id }) => id % 157 === 0);
  for (const [userId, those, most] of [
    [DEALER, sites, 100],
    [FAMILY, own, 3 * own.length + 20],
  ] as const) {
    const { database, counted } = countRows();
    const found = await countStatuses(connect(database), { userId, siteIds: null, now: NOW });
    const expectedCounts = LISTED_STATUSES.flatMap((status) => {
      const count = those.filter((site) => site.status === status).length;
      return count === 0 ? [] : [[STATUS + storedStatus(status), count]];
    });
    expect(new Map(found.map(({ facet, sites: count }) => [facet, count]))).toEqual(
      new Map(expectedCounts as [string, number][]),
    );
    expect(counted.read).toBeLessThanOrEqual(most);
  }
});

test("later pages go on where the one before ended", async () => {
  for (const order of [{ by: "name" }, { by: "status" }, { by: "solar", direction: "desc" }])
    for (const offset of [PAGE, 2 * PAGE, MANY - 10, MANY + PAGE]) {
      const window = { limit: PAGE, offset };
      const { ids, total } = await list({ order }, window);
      expect({ ids, total }).toEqual(expected({ order }, window));
    }
});

test("an export is the whole list in its order, read in pages", async () => {
  const whose = { userId: DEALER, siteIds: null, now: NOW };
  for (const order of [{ by: "status" }, { by: "solar", direction: "desc" }]) {
    const { database, counted } = countRows();
    const query = siteListQuery.parse({ order });
    const refs = await listSiteRefs(connect(database), whose, query);
    expect(refs.map(({ siteId }) => siteId)).toEqual(
      expected({ order }, { limit: MANY, offset: 0 }).ids,
    );
    const some = { refs: refs.slice(5000, 6000), width: FULL };
    const rows = await readReferencedSites<FullSite>(connect(database), whose, some);
    expect(rows.map(({ id }) => id)).toEqual(some.refs.map(({ siteId }) => siteId));
    expect(counted.read).toBeLessThanOrEqual(2 * MANY + 5_000);
  }
});

test("a right that has ended is neither shown nor counted, before it is swept too", async () => {
  const gone = [5000, 10_000];
  await env.DB.prepare(
    `update memberships set ends_at = ? where user_id = ? and site_id in (${gone})`,
  )
    .bind(NOW, DEALER)
    .run();
  sites = sites.filter(({ id }) => !gone.includes(id));
  for (const asked of [
    {},
    { filter: { status: ["fault" as const] }, order: { by: "created" as const } },
    { order: { by: "solar" as const } },
    { search: "roof 0" },
  ]) {
    const { ids, total } = await list(asked);
    expect({ ids, total }, JSON.stringify(asked)).toEqual(expected(asked));
  }
});
