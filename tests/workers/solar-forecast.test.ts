import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connect } from "#database/connect.ts";
import { deleteOldIrradiance } from "#database/forecast/irradiance-areas.ts";
import { mergeIrradiance } from "#domain/forecast/irradiance.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from "#domain/units/durations.ts";
import { roundPosition } from "#domain/weather/forecast.ts";
import { openIrradiance } from "#workers/irradiance-provider.ts";
import { irradianceAddress, readIrradiance } from "#workers/open-meteo-irradiance.ts";
import { contextOf } from "#workers/services.ts";
import { callApi, callAs, signIn } from "../support/call-api.ts";
import { irradianceAnswer, lightThere } from "../support/irradiance-answer.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { connectLogger } from "../support/site-logger.ts";

const FORECAST = "/site/v2/chart/solar/forecast";
const HERE = { latitude: 52.5, longitude: 13.4 };
const WATTS_PER_LIGHT = 6;
const BASE = "https://weather.example/v1/forecast?apikey=secret";

let owner = "";
let monitor = "";

/** Sends the solar power of the last days, as panels on the horizontal produce it. */
async function sendDays(siteId: number, days: number): Promise<void> {
  const registers = [{ register: "0100", kind: "gauge", access: "r" }];
  const equipment = [{ address: "FFFF00", typeCode: "FFFF", registers }];
  const logger = await connectLogger(siteId, { equipment });
  const last = Math.floor(Date.now() / QUARTER_MS);
  for (let day = days; day > 0; day -= 1) {
    const first = last - (day * DAY_MS) / QUARTER_MS;
    const times = Array.from(
      { length: DAY_MS / QUARTER_MS },
      (_, place) => (first + 1 + place) * QUARTER_MS,
    );
    const values = times.map((at) => {
      const hour = Math.floor((at - 1) / HOUR_MS) * HOUR_MS;
      return WATTS_PER_LIGHT * lightThere(hour, HERE).global;
    });
    await logger.ask({
      ...{ cmd: 260, id: `day-${day}`, backlog: true, times },
      values: { FFFF000100: values },
    });
  }
  logger.socket.close();
}

beforeAll(async () => {
  await seedUsers();
  owner = await signIn("owner");
  monitor = await signIn("monitor");
  await sendDays(ALPHA, 14);
});

beforeEach(() => {
  vi.spyOn(contextOf(env).irradiance, "at").mockImplementation(async (wanted) => {
    const position = roundPosition(wanted);
    const asked = irradianceAddress(BASE, position, 60);
    const answered = readIrradiance(irradianceAnswer(asked, Date.now()), position);
    return { irradiance: mergeIrradiance(null, answered, Date.now()), position };
  });
});

afterEach(() => vi.restoreAllMocks());

type Answer = {
  state: string;
  daysLearned: number;
  error: number | null;
  list: { date: string; expected: number; low: number; high: number; soFar: number | null }[];
  hours: { startDateTime: number; expected: number; low: number; high: number }[];
};

async function forecastOf(token: string, siteId = ALPHA): Promise<Answer> {
  const { status, body } = await callAs(token, FORECAST, { siteId });
  expect(status).toBe(200);
  return body.data as Answer;
}

test("a member sees three days that the site's own past and the irradiance let expect", async () => {
  const found = await forecastOf(monitor);
  expect(found).toMatchObject({ state: "ready", timeZoneId: "Europe/Berlin", daysRequired: 7 });
  expect(found.daysLearned).toBeGreaterThanOrEqual(12);
  expect(found.list).toHaveLength(3);
  expect(found.list.map(({ soFar }) => soFar === null)).toEqual([false, true, true]);
  const [, tomorrow] = found.list;
  const own = found.hours.filter(({ startDateTime }) => {
    const local = new Date(startDateTime).toLocaleString("sv", { timeZone: "Europe/Berlin" });
    return local.startsWith(tomorrow?.date ?? "");
  });
  const light = own.reduce((sum, hour) => sum + lightThere(hour.startDateTime, HERE).global, 0);
  expect((tomorrow?.expected ?? 0) / (WATTS_PER_LIGHT * light)).toBeGreaterThan(0.93);
  expect((tomorrow?.expected ?? 0) / (WATTS_PER_LIGHT * light)).toBeLessThan(1.07);
  expect(found.error).toBeLessThan(10);
});

test("a site learns once a day, and with too few days it says how many there are", async () => {
  await env.DB.exec(`update sites set latitude = 52.5, longitude = 13.4 where id = ${BETA}`);
  expect(await forecastOf(owner, BETA)).toMatchObject({ state: "noSolar", list: [], hours: [] });
  await sendDays(BETA, 3);
  const few = await forecastOf(owner, BETA);
  expect(few.state).toBe("tooFewDays");
  expect(few.daysLearned).toBeLessThanOrEqual(3);
  expect(few).toMatchObject({ list: [], hours: [] });
  const [one, two] = [await forecastOf(owner), await forecastOf(owner)];
  expect(two.daysLearned).toBe(one.daysLearned);
});

test("there is nothing without a position, without a provider, and for a link that hides the location", async () => {
  const at = vi.mocked(contextOf(env).irradiance.at);
  await callAs(owner, "/site/v2/share/add", { siteId: ALPHA, locationHide: 1 });
  const { body: share } = await callAs(owner, "/site/v2/share/getBySiteId", { siteId: ALPHA });
  const { account } = share.data as { account: string };
  const { body: entered } = await callApi("/auth/v2/shareLogin", { tk: account });
  const viewer = (entered.data as { token: string }).token;
  expect(await forecastOf(viewer)).toMatchObject({
    ...{ state: "noPosition", timeZoneId: "UTC", daysLearned: 0, error: null },
    ...{ list: [], hours: [] },
  });
  expect(at).not.toHaveBeenCalled();
  at.mockResolvedValue(null);
  expect(await forecastOf(owner)).toMatchObject({ state: "unavailable", list: [] });
  await env.DB.exec(`update sites set latitude = null, longitude = null where id = ${BETA}`);
  expect(await forecastOf(owner, BETA)).toMatchObject({ state: "noPosition", list: [] });
});

/** Processes of the Worker that share the database, and a scripted provider. */
function bench(answer: (asked: URL, now: number) => Response) {
  const clock = { at: Date.parse("2026-06-15T10:20:00Z") };
  const asked: URL[] = [];
  const logged: string[] = [];
  const open = (address = BASE) =>
    openIrradiance({
      ...{ address, database: connect(env.DB), now: () => clock.at },
      log: {
        info: (...line) => void logged.push(JSON.stringify(line)),
        error: (...line) => void logged.push(JSON.stringify(line)),
      },
      ask: async (input) => {
        asked.push(new URL(String(input)));
        return answer(new URL(String(input)), clock.at);
      },
    });
  return { clock, asked, logged, open };
}

const works = (asked: URL, now: number) => Response.json(irradianceAnswer(asked, now));

test("all processes and neighbours share one call an hour, and only the first one asks for the past", async () => {
  const { clock, asked, open } = bench(works);
  const [one, other] = [open(), open()];
  const found = await one.at({ latitude: 40.01, longitude: 20.04 });
  expect(found?.position).toEqual({ latitude: 40, longitude: 20 });
  await Promise.all([
    one.at({ latitude: 39.96, longitude: 19.98 }),
    other.at({ latitude: 40, longitude: 20 }),
  ]);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.searchParams.get("past_days")).toBe("60");
  expect(asked[0]?.searchParams.get("latitude")).toBe("40");
  clock.at += HOUR_MS;
  await Promise.all([
    one.at({ latitude: 40, longitude: 20 }),
    other.at({ latitude: 40, longitude: 20 }),
  ]);
  expect(asked).toHaveLength(2);
  expect(Number(asked[1]?.searchParams.get("past_days"))).toBeLessThanOrEqual(2);
  const noon = Math.floor(clock.at / HOUR_MS);
  const later = await other.at({ latitude: 40, longitude: 20 });
  const { from, latest } = later?.irradiance ?? { from: 0, latest: { direct: [] } };
  expect(latest.direct[noon - from]).toBe(
    lightThere(noon * HOUR_MS, { latitude: 40, longitude: 20 }).direct,
  );
  expect(latest.direct.length).toBeGreaterThan(63 * 24);
});

test("a provider that fails is called once an hour, too, and its old answer ends after a day", async () => {
  let isBroken = true;
  const { clock, asked, logged, open } = bench((url, now) =>
    isBroken ? new Response("no", { status: 503 }) : works(url, now),
  );
  const provider = open();
  const place = { latitude: -10, longitude: 30 };
  for (let minute = 0; minute < 59; minute += 2) {
    expect(await provider.at(place)).toBeNull();
    clock.at += 2 * MINUTE_MS;
  }
  expect(asked).toHaveLength(1);
  expect(logged.join()).not.toMatch(/secret|-10/);
  clock.at += 2 * MINUTE_MS;
  isBroken = false;
  expect(await provider.at(place)).not.toBeNull();
  isBroken = true;
  clock.at += 23 * HOUR_MS;
  expect(await open().at(place)).not.toBeNull();
  clock.at += 2 * HOUR_MS;
  expect(await open().at(place)).toBeNull();
  expect(await open("").at(place)).toBeNull();
});

test("areas without requests are deleted", async () => {
  const { clock, open } = bench(works);
  await open().at({ latitude: 5, longitude: 5 });
  const count = async () =>
    env.DB.prepare("select count(*) n from irradiance_areas where area = '5/5'").first("n");
  await deleteOldIrradiance(connect(env.DB), clock.at + 59 * DAY_MS);
  expect(await count()).toBe(1);
  await deleteOldIrradiance(connect(env.DB), clock.at + 61 * DAY_MS);
  expect(await count()).toBe(0);
});
