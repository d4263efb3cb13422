import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { EMPTY_HEAD } from "#domain/journal/journal-entry.ts";
import { IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { KeyValueStore } from "#durable-objects/site/key-value-store.ts";
import { Outbox } from "#durable-objects/site/outbox.ts";
import { applySchema } from "#durable-objects/site/schema.ts";
import { SiteEventPublisher } from "#durable-objects/site/site-event-publisher.ts";
import { SolarDay } from "#durable-objects/site/solar-day.ts";
import type { SiteMetricsEvent } from "#protocol/site-rpc.ts";
import { siteStub } from "../support/site-logger.ts";

const T0 = 1_700_000_000_000;
const SOLAR = "FFFF000100";
const SOC = "FFFF000134";
const SUN = "FFFF000200";
const LATITUDE = "FFFF000300";
const LONGITUDE = "FFFF000301";

type Bench = {
  sendValues(at: number, values: Record<string, RegisterValue>): void;
  /** Stores an earlier value of the lifetime production. */
  sendBacklog(at: number, energy: number): void;
  reported: SiteMetricsEvent[];
  report: SiteEventPublisher;
};

function withReport(siteId: number, work: (bench: Bench) => void): Promise<void> {
  return runInDurableObject(siteStub(siteId), (_, { storage }) => {
    applySchema(storage);
    const clock = {
      at: T0,
      now: () => clock.at,
      randomBytes: () => new Uint8Array(),
      random: () => 0.5,
    };
    const outbox = new Outbox(storage.sql, clock, async () => {});
    let values = new Map<string, { v: RegisterValue; at: number }>();
    let newest: number | null = null;
    const history: { at: number; v: number }[] = [];
    const reported: SiteMetricsEvent[] = [];
    const report = new SiteEventPublisher({
      kv: new KeyValueStore(storage.sql),
      clock,
      outbox,
      site: {
        online: true,
        since: T0,
        siteStatus: "normal",
        equipment: [],
        timeZone: "UTC",
        firstNumber: (_address, from, to) => {
          const [first] = history.filter(({ at }) => at >= from && at <= to);
          return first === undefined ? null : { at: first.at, value: first.v };
        },
        get ownValues() {
          return values;
        },
      },
      budgets: { left: () => 1, spend: () => {}, secondsUntil: () => 0 },
      timers: { set: () => {}, isSet: () => false },
      journal: { head: EMPTY_HEAD, markPublished: () => {} },
      solarDay: new SolarDay(),
      levels: () => [],
      newestSample: () => newest,
      idleSampling: () => IDLE_SAMPLING,
      sendMetrics: (metrics) => void reported.push(metrics),
    });
    report.learnSiteId(siteId);
    work({
      sendBacklog: (at, v) => void history.unshift({ at, v }),
      sendValues: (at, changed) => {
        const before = report.countMetrics();
        clock.at = at;
        newest = at;
        const energy = changed[SUN];
        if (typeof energy === "number") history.push({ at, v: energy });
        const entries = Object.entries(changed).map(
          ([address, v]) => [address, { v, at }] as const,
        );
        values = new Map([...values, ...entries]);
        if (report.countMetrics() > before) report.publishMetrics();
      },
      reported,
      report,
    });
  });
}

test("a logger that begins with its settings sends no metrics, and the first measured ones at once", () =>
  withReport(7901, ({ sendValues, reported }) => {
    sendValues(T0, { "0033110047": 230 });
    expect(reported).toEqual([]);
    sendValues(T0 + 1_000, { [SOLAR]: 1200 });
    expect(reported).toMatchObject([{ solar: 1200, batterySoc: null }]);
    sendValues(T0 + 2_000, { [SOLAR]: 1300, [SOC]: 55 });
    expect(reported.slice(1)).toMatchObject([{ solar: 1300, batterySoc: 55, at: T0 + 2_000 }]);
  }));

test("a known status is not sent without a poll, after any time", () =>
  withReport(7902, ({ sendValues, reported, report }) => {
    sendValues(T0, { [SOLAR]: 1200 });
    sendValues(T0 + 86_400_000, { [SOLAR]: null });
    sendValues(T0 + 86_401_000, { [SOLAR]: 1300 });
    expect(reported).toHaveLength(1);
    expect(report.metrics()).toMatchObject({ solar: 1300, at: T0 + 86_401_000 });
  }));

test("the lifetime counter of the sun and the place go with the metrics, and send none by themselves", () =>
  withReport(7905, ({ sendValues, reported, report }) => {
    sendValues(T0, { [SUN]: 7e6, [LATITUDE]: 53.5, [LONGITUDE]: -9.9 });
    expect(reported).toEqual([]);
    sendValues(T0 + 1_000, { [SOLAR]: 1200 });
    const lasting = { solarEnergy: 7e6, gpsLatitude: 53.5, gpsLongitude: -9.9 };
    expect(reported).toMatchObject([{ solar: 1200, ...lasting }]);
    sendValues(T0 + 2_000, { [SUN]: 8e6 });
    expect(reported).toHaveLength(1);
    expect(report.metrics()).toMatchObject({ ...lasting, solarEnergy: 8e6 });
  }));

test("impossible positions, half positions and negative counters are not sent", () =>
  withReport(7906, ({ sendValues, report }) => {
    const none = { gpsLatitude: null, gpsLongitude: null };
    for (const [latitude, longitude] of [
      [0, 0],
      [90.1, 10],
      [53.5, -180.5],
      [53.5, null],
      [null, 10],
    ]) {
      sendValues(T0, { [SOLAR]: 1, [LATITUDE]: latitude ?? null, [LONGITUDE]: longitude ?? null });
      expect(report.metrics(), `${latitude}, ${longitude}`).toMatchObject(none);
    }
    sendValues(T0, { [LATITUDE]: 0, [LONGITUDE]: 10, [SUN]: -1 });
    const onTheEquator = { gpsLatitude: 0, gpsLongitude: 10, solarEnergy: null };
    expect(report.metrics()).toMatchObject(onTheEquator);
  }));

test("a charge that no battery can have is no figure", () =>
  withReport(7904, ({ sendValues, report }) => {
    for (const [charge, shown] of [
      [0, 0],
      [4092, null],
      [100, 100],
      [-1, null],
      [100.1, null],
    ] as const) {
      sendValues(T0, { [SOLAR]: 1200, [SOC]: charge });
      expect(report.metrics()).toMatchObject({ solar: 1200, batterySoc: shown });
    }
  }));

test("a figure whose newest sample has no value is none", () =>
  withReport(7903, ({ sendValues, report }) => {
    expect(report.metrics()).toBeNull();
    sendValues(T0, { [SOLAR]: 1200, [SOC]: 40 });
    sendValues(T0 + 1_000, { [SOLAR]: null });
    expect(report.metrics()).toMatchObject({ solar: null, batterySoc: 40, at: T0 + 1_000 });
  }));

test("the production of a day begins anew at local midnight, and after a reset of the counter", () =>
  withReport(7909, ({ sendValues, sendBacklog, report }) => {
    const today = () => report.metrics()?.solarToday;
    const noon = Math.floor(T0 / DAY_MS) * DAY_MS + DAY_MS / 2;
    sendValues(noon, { [SOLAR]: 900, [SUN]: 10_000 });
    sendValues(noon + HOUR_MS, { [SUN]: 10_800 });
    expect([today(), report.metrics()?.solarDay]).toEqual([800, Math.floor(noon / DAY_MS)]);
    // A backlog of the morning arrives later.
    sendBacklog(noon - 5 * HOUR_MS, 9_500);
    sendValues(noon + 2 * HOUR_MS, { [SUN]: 10_900 });
    expect(today()).toBe(1_400);
    sendValues(noon + DAY_MS, { [SUN]: 13_000 });
    expect(today()).toBe(0);
    sendValues(noon + DAY_MS + HOUR_MS, { [SUN]: 13_500 });
    expect(today()).toBe(500);
    sendValues(noon + DAY_MS + 2 * HOUR_MS, { [SUN]: 20 });
    sendValues(noon + DAY_MS + 3 * HOUR_MS, { [SUN]: 70 });
    expect(today()).toBeLessThanOrEqual(70);
    sendValues(noon + DAY_MS + 4 * HOUR_MS, { [SUN]: null });
    expect(today()).toBeNull();
  }));

test("the production of up to seven whole days before is added up", () =>
  withReport(7910, ({ sendValues, report }) => {
    const week = () => {
      const metrics = report.metrics();
      return [metrics?.solarWeek, metrics?.solarWeekDays];
    };
    const midnight = Math.floor(T0 / DAY_MS) * DAY_MS;
    // Commissioned at noon, so this day is not whole; each following one makes 1,000 Wh until noon.
    sendValues(midnight + DAY_MS / 2, { [SOLAR]: 900, [SUN]: 500 });
    expect(week()).toEqual([null, null]);
    for (let day = 1; day <= 9; day += 1) {
      sendValues(midnight + day * DAY_MS + HOUR_MS, { [SOLAR]: 900, [SUN]: 1_000 * day });
      expect(week()).toEqual(
        day === 1 ? [null, null] : [1_000 * Math.min(7, day - 1), Math.min(7, day - 1)],
      );
      sendValues(midnight + day * DAY_MS + DAY_MS / 2, { [SOLAR]: 900, [SUN]: 1_000 * (day + 1) });
    }
  }));
