import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import problems from "#locales/en/problems.json";
import weather from "#locales/en/weather.json";
import { contextOf } from "#workers/services.ts";
import { type ApiAnswer, callApi, callAs, signIn } from "../support/call-api.ts";
import { fairWeather } from "../support/fair-weather.ts";
import { ALPHA, BETA, FOREIGN, GAMMA, seedUsers } from "../support/seed-users.ts";
import { connectMessage, openLogger, sample } from "../support/site-logger.ts";

const STATS = "/site/v2/chart/overallStats";
const SUMMARY = "/site/v2/chart/solar/summary";
const WEATHER = "/basic/v3/map/geonames/weather";
const HERE = { latitude: 53.5461, longitude: 9.9937 };
const BASE_WH = 144_092_328_960;

let owner = "";
let monitor = "";

const counter = (register: string) => ({ register, kind: "counter", access: "r" });

/** Sends samples of a site's logger to the site's own object. */
async function sendCounters(siteId: number, values: Record<string, unknown>): Promise<void> {
  const logger = await openLogger(siteId);
  const registers = ["0200", "0201", "0202", "0203", "020B", "020C"].map(counter);
  await logger.ask(
    connectMessage({ equipment: [{ address: "FFFF00", typeCode: "FFFF", registers }] }),
  );
  await logger.ask(sample("counters", Date.now(), values));
  logger.socket.close();
}

beforeAll(async () => {
  await seedUsers();
  owner = await signIn("owner");
  monitor = await signIn("monitor");
  await env.DB.exec(
    `update sites set electricity_price = 0.3, feed_in_price = 0.08, price_unit = 'EUR' where id = ${ALPHA}`,
  );
  await sendCounters(ALPHA, {
    FFFF000200: 7_000_000,
    FFFF000201: 1_000_000,
    FFFF000202: 3_000_000,
    FFFF000203: 5_000_000,
    FFFF00020B: 86_400,
    FFFF00020C: 1_800,
  });
  await sendCounters(BETA, { FFFF000200: null, FFFF000203: 5_000 });
});

afterEach(() => vi.restoreAllMocks());

const dataOf = ({ body }: ApiAnswer) => body.data as Record<string, unknown>;

test("a site's totals are its own counters, and the saving is at its prices", async () => {
  expect(dataOf(await callAs(monitor, STATS, { id: ALPHA }))).toEqual({
    totalTime: 86_400,
    pvHarvest: 7_000_000,
    consumption: 5_000_000,
    powersaving: expect.closeTo((5_000 - 1_000) * 0.3 + 3_000 * 0.08),
    priceUnit: "EUR",
    genRunTime: 1_800,
    geniRunTime: null,
    genoRunTime: null,
  });
});

test("unknown values and missing prices are null, and not zero", async () => {
  expect(dataOf(await callAs(owner, STATS, { siteId: BETA }))).toMatchObject({
    totalTime: null,
    pvHarvest: null,
    consumption: 5_000,
    powersaving: null,
    priceUnit: null,
  });
  expect(dataOf(await callAs(owner, STATS, { id: GAMMA }))).toMatchObject({ consumption: null });
});

test("a site's solar energy is its counter, or its last known value, with its CO2 factor", async () => {
  await env.DB.exec(`update sites set reduce_scale = 0.5 where id = ${ALPHA}`);
  await env.DB.exec(`update sites set solar_energy = 42 where id = ${BETA}`);
  expect(dataOf(await callAs(monitor, SUMMARY, { id: ALPHA }))).toEqual({
    solar: 7_000_000,
    reduceScale: 0.5,
  });
  expect(dataOf(await callAs(monitor, SUMMARY, { sn: "BETA-0001" }))).toMatchObject({ solar: 42 });
  expect(dataOf(await callAs(monitor, SUMMARY, { id: GAMMA }))).toMatchObject({ solar: null });
  expect((await callAs(monitor, SUMMARY, { id: FOREIGN })).status).toBe(404);
});

test("without a site it is three times the sum of all sites, plus the base", async () => {
  const seen = contextOf(env).globalEnergy;
  const recall = vi.spyOn(seen, "recall").mockImplementation((sum) => sum());
  await env.DB.exec("update sites set solar_energy = null");
  expect(dataOf(await callAs(monitor, SUMMARY, {}))).toEqual({
    solar: BASE_WH,
    reduceScale: 0.997,
  });
  await env.DB.exec("update sites set solar_energy = 1000 * id");
  const all = 3 * 1_000 * (ALPHA + BETA + GAMMA + FOREIGN) + BASE_WH;
  expect(dataOf(await callAs(monitor, SUMMARY, {}))).toMatchObject({ solar: all });
  recall.mockRestore();
  await callAs(monitor, SUMMARY, {});
  await env.DB.exec("update sites set solar_energy = 0");
  expect(dataOf(await callAs(monitor, SUMMARY, {})), "for a minute").toMatchObject({ solar: all });
  expect((await callApi(SUMMARY, {})).status).toBe(401);
});

test("an unavailable weather provider is reported", async () => {
  const { status, body } = await callAs(owner, WEATHER, HERE);
  expect([status, body]).toEqual([503, { code: 503, message: problems.weatherAway }]);
});

test("the weather of three days has every field, in the language of the request", async () => {
  vi.spyOn(contextOf(env).weather, "forecastAt").mockImplementation(fairWeather.forecastAt);
  const { weatherDaily, ...now } = dataOf(await callAs(monitor, WEATHER, HERE));
  expect(now).toEqual({
    clouds: 48,
    icon: expect.stringMatching(/^partly-(day|night)$/),
    temperature: 6.4,
  });
  expect(weatherDaily).toHaveLength(3);
  const { conditions, directions } = weather;
  const today = {
    date: new Date().toISOString().slice(0, 10),
    tempMin: -1.5,
    tempMax: 7.5,
    humidity: 70,
    textDay: conditions.partlyCloudy,
    textNight: conditions.clear,
    iconDay: "partly-day",
    iconNight: "clear-night",
    windDirDay: directions.W,
    windDirNight: directions.SW,
    windScaleDay: 4,
    windScaleNight: 2,
    windSpeedDay: 22,
    windSpeedNight: 8,
  };
  expect((weatherDaily as unknown[])[0]).toEqual(today);
  const inGerman = await callApi(WEATHER, HERE, {
    Authorization: monitor,
    "Accept-Language": "de",
  });
  expect((dataOf(inGerman).weatherDaily as unknown[])[0]).toMatchObject({
    textDay: "Teils bewölkt",
    windDirNight: "Südwest",
  });
});

test("a site without a position has no weather, and a signed-out user has none at all", async () => {
  expect((await callAs(owner, WEATHER, { latitude: 91, longitude: 0 })).status).toBe(422);
  expect((await callAs(owner, WEATHER, { latitude: 53 })).status).toBe(422);
  expect((await callApi(WEATHER, HERE)).status).toBe(401);
});

test("too many weather requests are refused for a while", async () => {
  vi.spyOn(contextOf(env), "mayAskWeather").mockResolvedValue(false);
  const { status, headers } = await callAs(owner, WEATHER, HERE);
  expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
});
