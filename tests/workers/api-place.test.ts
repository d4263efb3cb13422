import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#database/connect.ts";
import { prepareList } from "#database/site-list/kept-list.ts";
import { readSiteMap } from "#database/site-list/site-map.ts";
import { siteListQuery } from "#domain/sites/site-list.ts";
import { callAs, signIn } from "../support/call-api.ts";
import { countRows } from "../support/count-rows.ts";
import { ALPHA, BETA, FOREIGN, seedUsers } from "../support/seed-users.ts";

const ZONE = "/basic/v2/map/geonames/timezoneconutry";
const FENCE = "/site/v2/updateGeoFence";
const PLACE = "/site/v2/updateGPSInfo";
const HAMBURG = { latitude: 53.55, longitude: 9.99 };
const SUVA = { latitude: -18.14, longitude: 178.44 };

const tokens: Record<string, string> = {};

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "full", "stranger"]) tokens[name] = await signIn(name);
});

const ask = (name: string, path: string, input: object) => callAs(tokens[name] ?? "", path, input);
const open = async (id: number) =>
  (await ask("owner", "/site/v2/getSiteById", { id })).body.data as Record<string, unknown>;

test("a position has a time zone and a country, named in the language of the request", async () => {
  expect((await ask("owner", ZONE, HAMBURG)).body.data).toEqual({
    timeZoneId: "Europe/Berlin",
    rawOffset: 1,
    dstOffset: 2,
    countryCode: "DE",
    countryName: "Germany",
  });
  expect((await ask("owner", ZONE, SUVA)).body.data).toMatchObject({ timeZoneId: "Pacific/Fiji" });
  expect((await ask("owner", ZONE, { latitude: -45, longitude: -130 })).body.data).toMatchObject({
    timeZoneId: "Etc/GMT+9",
    countryCode: null,
    countryName: null,
  });
});

test("a site that is moved has another country and is offered another time zone; the rest stays", async () => {
  const before = await open(ALPHA);
  const { body } = await ask("owner", PLACE, { id: ALPHA, ...SUVA });
  expect(body.data).toEqual({
    ...SUVA,
    location: "Berlin",
    country: "FJ",
    timeZoneId: "Europe/Berlin",
    proposedTimeZoneId: "Pacific/Fiji",
  });
  await ask("owner", PLACE, { id: ALPHA, timeZone: "Pacific/Fiji", location: "Suva" });
  expect(await open(ALPHA)).toMatchObject({
    ...SUVA,
    name: before.name,
    location: "Suva",
    timeZone: { timeZoneId: "Pacific/Fiji" },
  });
  const found = async (query: object) =>
    (await ask("owner", "/site/v4/getListBySearchFilterAndReorder", query)).body.data;
  expect(await found({ search: "suva" })).toMatchObject({ total: 1, list: [{ id: ALPHA }] });
  expect(await found({ filter: { country: "FJ" } })).toMatchObject({ list: [{ id: ALPHA }] });
  const around = (radius: number) => found({ filter: { area: { ...SUVA, radius } } });
  expect(await around(100)).toMatchObject({ total: 1, list: [{ id: ALPHA }] });
  expect(
    (
      await ask("owner", "/site/v4/getListBySearchFilterAndReorder", {
        filter: { area: { ...SUVA, radius: 99 } },
      })
    ).body.data,
  ).toMatchObject({ fields: { "filter.area.radius": "outOfRange" } });
});

test("half a position is refused with the field that lacks, and none takes the country away", async () => {
  const half = await ask("owner", PLACE, { id: BETA, latitude: 10 });
  expect(half.status).toBe(422);
  expect(half.body.data).toMatchObject({ fields: { longitude: expect.any(String) } });
  expect((await ask("owner", PLACE, { id: BETA, ...HAMBURG })).body.data).toMatchObject({
    country: "DE",
  });
  const none = { latitude: null, longitude: null };
  expect((await ask("owner", PLACE, { id: BETA, ...none })).body.data).toMatchObject({
    ...none,
    country: "",
    proposedTimeZoneId: null,
  });
});

test("a fence is stored as drawn, compared with the reported position, and removed", async () => {
  const geofence = { shape: "circle", centre: HAMBURG, radius: 250 };
  expect((await ask("owner", FENCE, { id: BETA, geofence })).status).toBe(200);
  expect(await open(BETA)).toMatchObject({ geofence, gps: null, fence: null });
  const reportPosition = (latitude: number) =>
    env.DB.prepare("update sites set gps_latitude = ?, gps_longitude = 9.99 where id = ?")
      .bind(latitude, BETA)
      .run();
  await reportPosition(53.551);
  expect(await open(BETA)).toMatchObject({
    gps: { latitude: 53.551, longitude: 9.99 },
    fence: "inside",
  });
  await reportPosition(53.56);
  expect(await open(BETA)).toMatchObject({ fence: "outside" });
  await ask("owner", FENCE, { id: BETA, geofence: null });
  expect(await open(BETA)).toMatchObject({ geofence: null, fence: null });
});

test("an invalid fence is refused, and only administrators set one", async () => {
  const corner = (latitude: number) => ({ latitude, longitude: 1 });
  for (const geofence of [
    { shape: "circle", centre: HAMBURG, radius: 9 },
    { shape: "circle", centre: { latitude: 91, longitude: 0 }, radius: 90 },
    { shape: "polygon", corners: [corner(1), corner(2)] },
    { shape: "polygon", corners: Array.from({ length: 101 }, (_, place) => corner(place / 10)) },
    { shape: "star" },
  ])
    expect((await ask("owner", FENCE, { id: BETA, geofence })).status).toBe(422);
  const geofence = { shape: "circle", centre: HAMBURG, radius: 250 };
  expect((await ask("full", FENCE, { id: BETA, geofence })).status).toBe(403);
  expect((await ask("stranger", PLACE, { id: BETA, ...HAMBURG })).status).toBe(404);
  expect((await ask("full", PLACE, { id: BETA, ...HAMBURG })).status).toBe(403);
});

test("a map reads at most two rows of each site, whatever it requests", async () => {
  const MANY = 400;
  await env.DB.batch([
    env.DB.prepare(
      `insert into sites (id, name, sort_name, words, creator_id, country, latitude, longitude, status, created_at, updated_at)
       select 1000 + value, 'Roof ' || value, 'roof ' || value, json_array('roof', 'nr' || value), 1,
         iif(value % 2, 'DE', 'FR'), iif(value % 10, value % 80, null), iif(value % 10, value, null),
         iif(value % 4, 'normal', 'fault'), 1, 1
       from json_each('[${Array.from({ length: MANY }, (_, place) => place).join()}]')`,
    ),
    env.DB.prepare(
      "insert into memberships (user_id, site_id, role, created_at) select 5, id, 1, 1 from sites where id >= 1000",
    ),
  ]);
  const { database, counted } = countRows();
  const whose = { userId: 5, siteIds: null, now: 2 };
  // The list is made once.
  await prepareList(connect(env.DB), whose);
  const map = async (asked: object, limit = 10_000) => {
    const before = counted.read;
    const query = siteListQuery.parse(asked);
    const list = await readSiteMap(connect(database), whose, { query, limit });
    return { list, read: counted.read - before };
  };
  const all = await map({});
  expect(all.list).toHaveLength(MANY + 1);
  expect(all.list.filter(({ latitude }) => latitude === null)).toHaveLength(MANY / 10 + 1);
  expect(all.list.some(({ id }) => id === FOREIGN)).toBe(true);
  expect(all.read).toBeLessThanOrEqual(2 * (MANY + 1) + 20);
  const faults = await map({ filter: { status: ["fault"], country: "FR" } });
  expect(faults.list).toHaveLength(MANY / 4);
  expect(faults.read).toBeLessThanOrEqual(2 * (MANY + 1) + 20);
  expect((await map({ search: "nr39" })).list).toHaveLength(11);
  expect((await map({}, 50)).list).toHaveLength(50);
});
