import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { IDLE_SAMPLING } from "#domain/loggers/sampling.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { Facts } from "#durable-objects/site/facts.ts";
import { Outbox } from "#durable-objects/site/outbox.ts";
import { applySchema } from "#durable-objects/site/schema.ts";
import { SiteReport } from "#durable-objects/site/site-report.ts";
import { siteStub } from "../support/site-logger.ts";

const T0 = 1_700_000_000_000;
const SOLAR = "FFFF000100";
const SOC = "FFFF000134";

type Bench = { tell(at: number, values: Record<string, RegisterValue>): void; told(): unknown };

function withReport(siteId: number, work: (bench: Bench) => void): Promise<void> {
  return runInDurableObject(siteStub(siteId), (_, { storage }) => {
    applySchema(storage);
    const clock = { at: T0, now: () => clock.at, randomBytes: () => new Uint8Array() };
    const outbox = new Outbox(storage.sql, clock, async () => {});
    let values = new Map<string, { v: RegisterValue; at: number }>();
    const report = new SiteReport({
      facts: new Facts(storage.sql),
      clock,
      outbox,
      state: {
        online: true,
        since: T0,
        siteStatus: "normal",
        equipment: [],
        statusOf: () => undefined,
        get values() {
          return values;
        },
        errors: [],
        sampling: IDLE_SAMPLING,
      },
      levels: () => [],
      newestSample: () => clock.at,
    });
    report.learnSiteId(siteId);
    work({
      tell: (at, newest) => {
        clock.at = at;
        values = new Map(Object.entries(newest).map(([address, v]) => [address, { v, at }]));
        report.tellFigures();
      },
      told: () => outbox.newest("figures"),
    });
  });
}

test("a logger that begins with its settings tells no figures, and the first measured ones at once", () =>
  withReport(7901, ({ tell, told }) => {
    tell(T0, { "0033110047": 230 });
    expect(told()).toBeUndefined();
    tell(T0 + 1_000, { [SOLAR]: 1200 });
    expect(told()).toMatchObject({ solar: 1200, batterySoc: null });
    tell(T0 + 2_000, { [SOLAR]: 1300, [SOC]: 55 });
    expect(told()).toMatchObject({ solar: 1300, batterySoc: 55 });
  }));

test("figures that were told before wait for their turn of five minutes", () =>
  withReport(7902, ({ tell, told }) => {
    tell(T0, { [SOLAR]: 1200 });
    tell(T0 + 299_000, { [SOLAR]: 1300 });
    expect(told()).toMatchObject({ solar: 1200 });
    tell(T0 + 300_000, { [SOLAR]: 1400 });
    expect(told()).toMatchObject({ solar: 1400, at: T0 + 300_000 });
  }));

test("figures that stay the same are told each five minutes, so that their age is true", () =>
  withReport(7903, ({ tell, told }) => {
    tell(T0, { [SOLAR]: 0 });
    tell(T0 + 300_000, { [SOLAR]: 0 });
    expect(told()).toMatchObject({ solar: 0, at: T0 + 300_000 });
  }));
