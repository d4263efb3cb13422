import { expect } from "vitest";
import { evaluateHistory } from "#domain/alarms/limits/history.ts";
import { groupFlapping } from "#domain/alarms/notices/flapping.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { AlarmLog } from "#durable-objects/site/alarms/alarm-log.ts";
import { RuleVersions } from "#durable-objects/site/alarms/rule-versions.ts";
import { SiteAlarms } from "#durable-objects/site/alarms/site-alarms.ts";
import { EquipmentRecord } from "#durable-objects/site/equipment/equipment-record.ts";
import { EquipmentLines } from "#durable-objects/site/equipment/lines.ts";
import { KeyValueStore } from "#durable-objects/site/key-value-store.ts";
import { SERIES_LIMITS, type SeriesLimits } from "#durable-objects/site/series/limits.ts";
import { SeriesStore } from "#durable-objects/site/series/series-store.ts";
import { seededRandom } from "#simulator/random.ts";
import { Chance } from "../../support/seeded-chance.ts";
import { inSite, type Opened, TINY_LIMITS } from "../../workers/series-support.ts";
import {
  type AlarmHistory,
  cutHistory,
  type Delivery,
  makeHistory,
  ORDERS,
  type Order,
} from "./random-history.ts";
import { ring, SnoozeWatch } from "./snooze-watch.ts";

/** The sample store with limits so small that buffers close and chunks are compacted within a history. */
const LIMITS = { ...TINY_LIMITS, rollupMs: 900_000, rollupInstants: 4 };

/** What the contract makes a function of samples and rules. */
type LoggedRow = {
  key: string;
  level: string;
  startTime: number;
  dateTime: number;
  endTime: number | null;
  flaps: number;
};

/**
 * Delivers random histories in every order, with restarts, compaction and snoozes between uploads, and compares the log
 * with one pass over the whole history.
 * @returns the number of compared rows
 */
export function runAlarmHistories(seed: number, count: number): Promise<number> {
  return inSite(`alarms-${seed}`, (opened) => {
    let rows = 0;
    for (let number = 0; number < count; number++) {
      const history = makeHistory(new Chance(seededRandom(seed * 1_000_003 + number)));
      for (const order of ORDERS) {
        const chance = new Chance(seededRandom(seed * 7_919 + number));
        const site = new AlarmBench(opened, chance);
        const snoozing = new Chance(seededRandom(seed * 104_729 + number));
        const isSnoozing = snoozing.happens(0.4);
        if (isSnoozing) site.watch(snoozing, hasOneLevel(history));
        const log = site.run(history, order);
        const where = `seed ${seed}, history ${number}, ${order}`;
        expect(log, where).toEqual(site.expected(history));
        expect(site.findSnoozeFaults(), where).toEqual([]);
        rows += log.length;
      }
    }
    return rows;
  });
}

function hasOneLevel({ versions }: AlarmHistory): boolean {
  return new Set(versions.flatMap(({ rules }) => rules.map(({ level }) => level))).size === 1;
}

const UNLIMITED = { left: () => 1_000, spend: () => {} };

/** The alarms of a site over what is stored, without its sockets. */
export function newSite(
  storage: DurableObjectStorage,
  clock: { now: () => number },
  limits: SeriesLimits = SERIES_LIMITS,
  budgets: ConstructorParameters<typeof SiteAlarms>[0]["budgets"] = UNLIMITED,
) {
  const { sql } = storage;
  const kv = new KeyValueStore(sql);
  const versions = new RuleVersions(sql);
  const withNulls = (since: number) => new Set(versions.addressesSince(since));
  const equipment = new EquipmentRecord(kv);
  const lines = new EquipmentLines(equipment);
  const series = new SeriesStore(storage, clock, limits, () => false, withNulls, lines);
  const alarms = new SiteAlarms({
    ...{ sql, kv, clock, versions, series, equipment, lines },
    presence: { online: true, since: 0 },
    journal: { record: () => {}, recordOfLogger: () => {} },
    budgets,
    idleSampling: () => ({ sampleMs: 10_000, uploadMs: 60_000 }),
    deliver: async () => {},
  });
  return { versions, series, alarms };
}

/** Delivers histories to one site. */
class AlarmBench {
  readonly #opened: Opened;
  readonly #chance: Chance;
  #versions!: RuleVersions;
  #series!: SeriesStore;
  #alarms!: SiteAlarms;
  #watch: SnoozeWatch | null = null;

  constructor(opened: Opened, chance: Chance) {
    this.#opened = opened;
    this.#chance = chance;
    const { sql } = opened.storage;
    const tables = sql.exec<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND (name LIKE 'series%' OR name LIKE 'alarm%'
        OR name = 'facts')`,
    );
    for (const { name } of tables.toArray()) sql.exec(`DELETE FROM ${name}`);
    this.#restart();
  }

  /** Creates everything anew from what is stored, as after an eviction. */
  #restart(): void {
    const { storage, clock } = this.#opened;
    ({
      versions: this.#versions,
      series: this.#series,
      alarms: this.#alarms,
    } = newSite(storage, clock, LIMITS));
  }

  /** Snoozes alarms at random from now on. */
  watch(chance: Chance, isUniform: boolean): void {
    this.#watch = new SnoozeWatch(this.#opened, chance, isUniform);
  }

  /** Ends all snoozes, and returns what contradicts the contract. */
  findSnoozeFaults(): readonly string[] {
    this.#watch?.finish(this.#alarms);
    return this.#watch?.faults ?? [];
  }

  run(history: AlarmHistory, order: Order): LoggedRow[] {
    const { clock } = this.#opened;
    const pending = [...history.versions];
    const applyVersions = (before: number) => {
      for (let next = pending[0]; next !== undefined && next.at < before; next = pending[0]) {
        clock.at = next.at;
        this.#addVersion(history.address, next);
        pending.shift();
      }
    };
    if (order !== "live") applyVersions(Number.POSITIVE_INFINITY);
    for (const delivery of cutHistory(history, order, this.#chance)) {
      const newest = history.times[delivery.indices.at(-1) ?? 0] ?? 0;
      if (order === "live") applyVersions(newest);
      clock.at = order === "live" ? newest : history.end;
      this.#upload(history, delivery);
      applyVersions(order === "live" ? newest + 1 : 0);
      if (this.#chance.happens(0.2)) this.#restart();
      if (this.#chance.happens(0.2)) this.#series.compact();
      if (this.#chance.happens(0.1)) this.#alarms.evaluateLate();
      ring(this.#alarms, this.#opened.clock.at);
      this.#watch?.check(this.#alarms);
    }
    applyVersions(Number.POSITIVE_INFINITY);
    clock.at = history.end;
    for (let step = 0; this.#alarms.lateDueAt !== null; step++) {
      if (step > 100) throw new Error("late samples are not evaluated");
      this.#alarms.evaluateLate();
      this.#watch?.check(this.#alarms);
    }
    ring(this.#alarms, this.#opened.clock.at);
    this.#watch?.check(this.#alarms);
    return this.#read();
  }

  expected({ address, lines, times, column: measured, end }: AlarmHistory): LoggedRow[] {
    const keys = this.#versions.keysOf(address, Number.NEGATIVE_INFINITY);
    const column = measured.map((value, index) => {
      const known = lines.flatMap((line) => {
        const voltage = line.column[index];
        return typeof voltage === "number" ? [voltage] : [];
      });
      return known.length > 0 && known.every((voltage) => voltage < 40) ? null : value;
    });
    const sides = keys.map((key) => ({ ...key, episodes: [] }));
    const { episodes } = evaluateHistory(address, sides, times, column, times[0] ?? 0, end);
    return [...episodes]
      .flatMap(([key, found]) =>
        groupFlapping(found, end).map((group): LoggedRow => {
          const { startTime, dateTime } = group.episodes[0] ?? { startTime: 0, dateTime: 0 };
          const levels = group.episodes.map(({ rule }) => rule?.level);
          const level = levels.includes("fault") ? "fault" : "warning";
          const flaps = group.flappingAt === null ? 0 : group.episodes.length;
          return { key, level, startTime, dateTime, endTime: group.endTime, flaps };
        }),
      )
      .sort(compareRows);
  }

  #addVersion(address: string, { at, rules, isRemoved }: AlarmHistory["versions"][number]): void {
    const site = { ...this.#alarms.rules.site, limits: rules };
    const removed = isRemoved ? [address] : [];
    const body = { site, bound: [], platformVersion: 0, removed, author: null };
    this.#alarms.rulesStored(this.#versions.add(body, at));
  }

  #upload(history: AlarmHistory, { indices, isBacklog, part }: Delivery): void {
    const columns = new Map<string, (RegisterValue | undefined)[]>();
    if (part !== "lines") columns.set(history.address, history.column);
    if (part !== "own")
      for (const { address, column } of history.lines) columns.set(address, column);
    const batch = {
      times: indices.map((index) => history.times[index] ?? 0),
      columns: new Map(
        [...columns].map(([address, column]) => [
          address,
          indices.map((index) => column[index] ?? null),
        ]),
      ),
    };
    const examined = this.#alarms.examineBatch(batch, isBacklog);
    this.#series.appendSamples(batch);
    this.#alarms.batchStored(batch, examined, isBacklog);
  }

  #read(): LoggedRow[] {
    const page = new AlarmLog(this.#opened.storage.sql).page({ page: 1, size: 1_000 });
    return page.rows
      .filter(({ source }) => source === "user rule")
      .map(({ key, level, startTime, dateTime, endTime, flaps }) => {
        return { key, level, startTime, dateTime, endTime, flaps };
      })
      .sort(compareRows);
  }
}

function compareRows(one: LoggedRow, other: LoggedRow): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : one.startTime - other.startTime;
}
