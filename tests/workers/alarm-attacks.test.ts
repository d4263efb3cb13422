import { expect, test } from "vitest";
import type { SiteRules } from "#domain/alarms/site-rules.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { createReaders } from "#durable-objects/site/history/site-readers.ts";
import { newSite } from "../probes/alarms/run.ts";
import { inSite, type Opened } from "./series-support.ts";

const ADDRESS = "0033110107";
/** Alarms that the logger may cause. */
const BUDGET = 40;

/** Alarms of a site whose logger has a small budget. */
function limitedSite({ storage, clock }: Opened) {
  // The site's id is known once a logger was connected.
  storage.sql.exec(`INSERT INTO facts (name, value) VALUES ('siteId', '1')`);
  let left = BUDGET;
  const budgets = {
    left: () => left,
    spend: (_name: string, count: number) => {
      left -= count;
    },
  };
  const { alarms, series } = newSite(storage, clock, undefined, budgets);
  /** Number of messages to the rest of the system: at most two for each alarm, its start and its end. */
  const count = () => {
    const query = `SELECT ifnull(max(sequence), 0) AS sent FROM alarm_outbox`;
    return storage.sql.exec<{ sent: number }>(query).one().sent;
  };
  return { alarms, series, count };
}

const piece = (index: number) => ({
  address: `0033${(index + 16).toString(16).padStart(2, "0")}`.toUpperCase(),
  typeCode: "0033",
  registers: [],
});

test("a logger whose equipment comes and goes logs no more alarms than its budget", () =>
  inSite("attack-tree", (opened) => {
    const { alarms, count } = limitedSite(opened);
    const few = [piece(0)];
    const many = Array.from({ length: 30 }, (_, index) => piece(index));
    for (let turn = 0; turn < 10; turn++) {
      opened.clock.at += SECOND_MS;
      alarms.platform.treeChanged(many, few);
      opened.clock.at += SECOND_MS;
      alarms.platform.treeChanged(few, many);
    }
    expect(count()).toBeLessThanOrEqual(2 * BUDGET);
  }));

test("a logger whose clock jumps logs no more alarms than its budget", () =>
  inSite("attack-clock", (opened) => {
    const { alarms, series, count } = limitedSite(opened);
    for (let turn = 0; turn < 4 * BUDGET; turn++) {
      opened.clock.at += SECOND_MS;
      const at = opened.clock.at + (turn % 2 === 0 ? 10 * MINUTE_MS : 0);
      const batch = { times: [at], columns: new Map([[ADDRESS, [turn]]]) };
      const examined = alarms.examineBatch(batch, false);
      series.appendSamples(batch);
      alarms.batchStored(batch, examined, undefined);
    }
    expect(count()).toBeLessThanOrEqual(2 * BUDGET);
  }));

test("large versions of rules keep less history, so that evaluating it fits into memory", () =>
  inSite("attack-versions", (opened) => {
    const { storage, clock } = opened;
    const { versions, alarms } = newSite(storage, clock);
    const names = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(200, "x"));
    const [first] = alarms.rules.site.limits;
    if (first === undefined) throw new Error("a site has ten limits");
    const limits = Array.from({ length: 40 }, (_, index) => ({
      ...first,
      ruleId: 1_000 + index,
      address: ADDRESS,
      isOneOf: names,
      isOpen: true,
    }));
    for (let turn = 1; turn <= 40; turn++) {
      clock.at += SECOND_MS;
      const site: SiteRules = { ...alarms.rules.site, version: turn, limits };
      versions.add({ site, bound: [], platformVersion: 0, removed: [], author: null }, clock.at);
    }
    const query = `SELECT count(*) AS kept, sum(length(watch) + length(body)) AS size, max(number) AS newest
      FROM alarm_rules`;
    const { kept, size, newest } = storage.sql
      .exec<{ kept: number; size: number; newest: number }>(query)
      .one();
    expect(newest).toBe(40);
    expect(kept).toBeGreaterThan(5);
    expect(size).toBeLessThanOrEqual(8_000_000);
  }));

test("a preview counts what it evaluates, which the budget of its user pays", () =>
  inSite("attack-preview", ({ storage, clock }) => {
    const { alarms, series } = newSite(storage, clock);
    const from = clock.at;
    const times = Array.from({ length: 500 }, (_, index) => from + index * SECOND_MS);
    series.appendSamples({ times, columns: new Map([[ADDRESS, times.map((_, at) => at % 300)]]) });
    const [first] = alarms.rules.site.limits;
    if (first === undefined) throw new Error("a site has ten limits");
    const rule = { ...first, address: ADDRESS, addresses: [], lowAlarm: 50, lowClear: 60 };
    const until = from + 500 * SECOND_MS;
    let samples = 0;
    const readers = createReaders((read) => read({ alarms, series } as never));
    const asked = { rule: { ...rule, sustainTime: 0 }, from, until };
    const count = readers.alarmPreview(asked, (more) => {
      samples += more;
    });
    expect(count).toBeGreaterThan(0);
    expect(samples).toBeGreaterThanOrEqual(500);
  }));

test("a batch of samples decades apart is evaluated in few steps", () =>
  inSite("attack-decades", ({ storage, clock }) => {
    const { alarms, series, versions } = newSite(storage, clock);
    const [first] = alarms.rules.site.limits;
    if (first === undefined) throw new Error("a site has ten limits");
    const rule = { ...first, address: ADDRESS, addresses: [], lowAlarm: 50, lowClear: 60 };
    const limits = [{ ...rule, isOpen: true }];
    const site = { ...alarms.rules.site, limits };
    versions.add({ site, bound: [], platformVersion: 0, removed: [], author: null }, clock.at);
    const send = (times: number[]) => {
      const batch = { times, columns: new Map([[ADDRESS, times.map(() => 70)]]) };
      const examined = alarms.examineBatch(batch, true);
      series.appendSamples(batch);
      alarms.batchStored(batch, examined, true);
    };
    const DECADE_MS = 3_650 * DAY_MS;
    send([clock.at - 2 * DECADE_MS, clock.at]);
    send(Array.from({ length: 30 }, (_, index) => clock.at - DECADE_MS + index * 100 * DAY_MS));
    let steps = 0;
    for (; alarms.lateDueAt !== null && steps < 20_000; steps++) {
      clock.at += SECOND_MS;
      alarms.evaluateLate();
    }
    expect(alarms.lateDueAt).toBeNull();
    expect(steps).toBeLessThan(50);
  }));
