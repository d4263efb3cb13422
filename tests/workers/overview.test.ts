import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import { MINUTE_MS, QUARTER_MS } from "#domain/units/durations.ts";
import { callAs, type DataOf, signIn } from "../support/call-api.ts";
import { ABSENT, ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { connectMessage, type LoggerSocket, openLogger } from "../support/site-logger.ts";

const PATH = "/site/v2/chart/overview";
const ZONE = "Europe/Berlin";
const [SOLAR, LOAD, EXPORTED] = [3_000, 1_200, 1_800];

const tokens: Record<string, string> = {};
let logger: LoggerSocket;

const gauge = (register: string) => ({ register, kind: "gauge", access: "r", unit: "W" });

/** Constant powers since the beginning of yesterday, a sample every five minutes up to the last minute. */
beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "monitor"]) tokens[name] = await signIn(name);
  await env.DB.exec(
    `update sites set electricity_price = 0.3, feed_in_price = 0.1, price_unit = 'EUR' where id = ${ALPHA}`,
  );
  logger = await openLogger(ALPHA);
  const registers = ["0100", "0110", "0120", "0134"].map(gauge);
  await logger.ask(
    connectMessage({ equipment: [{ address: "FFFF00", typeCode: "FFFF", registers }] }),
  );
  const now = Date.now();
  const from = startOfDay(ZONE, dayOf(ZONE, now) - 1);
  const times: number[] = [];
  for (let at = from; at < now; at += 5 * MINUTE_MS) times.push(at);
  const constant = (power: number) => times.map(() => power);
  await logger.ask({
    cmd: 260,
    id: "past",
    backlog: true,
    times,
    values: {
      FFFF000100: constant(SOLAR),
      FFFF000110: constant(-EXPORTED),
      FFFF000120: constant(LOAD),
    },
  });
});

const ask = async (input: object, name = "owner") => {
  const { status, body } = await callAs(tokens[name] ?? "", PATH, input);
  return { status, data: body.data as DataOf<typeof PATH> };
};

test("the first screen has last values, energies, shares, money and curves of today", async () => {
  const { status, data } = await ask({ id: ALPHA });
  expect(status).toBe(200);
  const { today, money, curves, values } = data;
  expect(data).toMatchObject({ online: true, alarms: { total: 0, rows: [] } });
  expect(values.FFFF000100?.v).toBe(SOLAR);
  // Described without a value, and unknown to the site.
  expect(values.FFFF000134).toEqual({ v: null, at: 0 });
  expect(values.FFFF000130).toBeUndefined();
  expect(today.startDateTime).toBe(startOfDay(ZONE, dayOf(ZONE, data.datetime)));
  const hours = (data.datetime - today.startDateTime) / (60 * MINUTE_MS);
  const nearWh = (val: number | null, power: number) =>
    expect(Math.abs((val ?? Number.NaN) - power * hours)).toBeLessThanOrEqual(power * 0.1);
  nearWh(today.solar.val, SOLAR);
  nearWh(today.consumption.val, LOAD);
  nearWh(today.gridExport.val, EXPORTED);
  expect(today.gridImport.val).toBe(0);
  expect(today.battery).toMatchObject({ val: null, quality: "missing" });
  expect(today.selfConsumption).toBeCloseTo(1 - EXPORTED / SOLAR);
  expect(today.selfSufficiency).toBe(1);
  const kwh = (val: number | null) => (val ?? Number.NaN) / 1_000;
  const income = kwh(today.gridExport.val) * 0.1;
  expect(money).toMatchObject({ importCost: 0, priceUnit: "EUR" });
  expect(money?.exportIncome).toBeCloseTo(income);
  expect(money?.saving).toBeCloseTo(
    (kwh(today.solar.val) - kwh(today.gridExport.val)) * 0.3 + income,
  );
  expect(new Set(curves.consumption.yesterday)).toEqual(new Set([LOAD]));
  expect(curves.solar.yesterday).toHaveLength(96);
  const passed = Math.floor((hours * 60 * MINUTE_MS) / QUARTER_MS);
  expect(curves.solar.today.slice(0, passed).every((power) => power === SOLAR)).toBe(true);
  expect(curves.solar.today.slice(passed + 1).every((power) => power === null)).toBe(true);
});

test("a monitor sees the energies and no alarms", async () => {
  logger.send({
    cmd: 262,
    id: "fault",
    events: [{ eventNo: 12, address: "003311", level: "fault", state: "raised", at: Date.now() }],
  });
  await logger.next((answer) => answer.id === "fault");
  const { data } = await ask({ id: ALPHA }, "monitor");
  expect(data.alarms).toBeNull();
  expect(data.today.solar.quality).toBe("derived");
  const { data: owners } = await ask({ id: ALPHA });
  expect(owners.alarms).toMatchObject({ total: 1, rows: [{ level: "fault", eventNo: 12 }] });
});

test("a site without data has neither energies nor shares, and a missing site is refused", async () => {
  const { data } = await ask({ id: BETA });
  expect(data).toMatchObject({ online: false, since: 0, values: {}, money: null });
  expect(data.today).toMatchObject({ selfConsumption: null, selfSufficiency: null });
  expect(data.today.solar.quality).toBe("missing");
  expect(data.curves.solar.today.every((power) => power === null)).toBe(true);
  expect((await ask({ id: ABSENT })).status).toBe(404);
});

/** State of charge of two days: filled yesterday at noon and used in the evening, and not filled since. */
function chargeAt(hour: number): number {
  if (hour < 12) return 40 + 4 * hour;
  if (hour < 18) return hour < 17 ? 100 : 97;
  return 80;
}

test("the first screen states when the battery was last full, by its samples", async () => {
  const { data: before } = await ask({ id: ALPHA });
  expect(before.batteryFull).toBeNull();
  const { startDateTime: today } = before.today;
  const yesterday = startOfDay(ZONE, dayOf(ZONE, today) - 1);
  const step = 5 * MINUTE_MS;
  const times = Array.from({ length: (today - yesterday) / step }, (_, i) => yesterday + i * step);
  const hour = 12 * step;
  await logger.ask({
    cmd: 260,
    id: "charge",
    backlog: true,
    times: [...times, today],
    values: { FFFF000134: [...times.map((at) => chargeAt((at - yesterday) / hour)), 60] },
  });
  const { data } = await ask({ id: ALPHA });
  const fullest = { from: yesterday + 12 * hour, to: yesterday + 17 * hour - step };
  expect(data.batteryFull).toEqual(fullest);
  const { data: of } = await ask({ id: BETA });
  expect(of.batteryFull).toBeNull();
});

test("the newest data of a site is that of its last sample, and none without samples", async () => {
  const newest = async (id: number) => {
    const { body } = await callAs(tokens.monitor ?? "", "/site/v2/chart/newest", { id });
    return body.data as DataOf<"/site/v2/chart/newest">;
  };
  const { datetime, timeZoneId } = await newest(ALPHA);
  expect(timeZoneId).toBe(ZONE);
  expect(Date.now() - (datetime ?? 0)).toBeLessThan(10 * MINUTE_MS);
  const { body } = await callAs(tokens.owner ?? "", "/site/v2/chart/newest", { id: BETA });
  expect((body.data as DataOf<"/site/v2/chart/newest">).datetime).toBeNull();
});
