import type { EventLevel } from "#domain/alarms/event.ts";
import { limitKey, sidesOf } from "#domain/alarms/limits/sides.ts";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import type { Sampling } from "#domain/loggers/sampling.ts";
import { QUARTER_MS } from "#domain/units/durations.ts";
import type {
  AlarmActionResult,
  AlarmLogPage,
  AlarmLogQuery,
  AlarmsToHide,
  Author,
  SiteAlarmEvent,
} from "#protocol/alarms.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { Clock } from "../interfaces.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { SampleBatch } from "../series/sample-batch.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { readSiteId } from "../site-id.ts";
import { AlarmChanges, describeCause } from "./alarm-changes.ts";
import { AlarmLog } from "./alarm-log.ts";
import { AlarmOutbox } from "./alarm-outbox.ts";
import { AlarmRules } from "./alarm-rules.ts";
import { evaluateAgain } from "./evaluate-again.ts";
import { LateSamples } from "./late-samples.ts";
import { type Examined, LimitAlarms } from "./limit-alarms.ts";
import { nameDevice } from "./limit-row.ts";
import type { RuleVersions } from "./rule-versions.ts";
import type { StoredAlarm } from "./stored-alarm.ts";

/** Samples up to this many upload intervals old are live. */
const LIVE_INTERVALS = 1.5;

type Deps = {
  sql: SqlStorage;
  kv: KeyValueStore;
  clock: Pick<Clock, "now">;
  series: SeriesStore;
  equipment: EquipmentRecord;
  journal: Pick<SiteJournal, "record" | "recordOfLogger">;
  versions: RuleVersions;
  idleSampling: () => Sampling;
  deliver: (events: readonly SiteAlarmEvent[]) => Promise<void>;
};

/** The alarms of a site: rules, evaluation, log, and their states for the rest of the system. */
export class SiteAlarms {
  readonly #deps: Deps;
  readonly #log: AlarmLog;
  readonly #late: LateSamples;
  readonly #changes: AlarmChanges;
  readonly #limits: LimitAlarms;
  readonly rules: AlarmRules;
  readonly outbox: AlarmOutbox;

  constructor(deps: Deps) {
    const { sql, kv, clock, series, equipment, journal, versions, idleSampling, deliver } = deps;
    this.#deps = deps;
    this.#log = new AlarmLog(sql);
    this.#late = new LateSamples(kv, clock);
    this.outbox = new AlarmOutbox(sql, clock, deliver);
    this.#changes = new AlarmChanges({
      log: this.#log,
      outbox: this.outbox,
      journal,
      siteId: () => readSiteId(kv),
      now: () => clock.now(),
    });
    this.#limits = new LimitAlarms({
      clock,
      kv,
      series,
      equipment,
      rules: versions,
      log: this.#log,
      late: this.#late,
      changes: this.#changes,
      liveMs: () => Math.max(QUARTER_MS, LIVE_INTERVALS * idleSampling().uploadMs),
    });
    this.rules = new AlarmRules({
      clock,
      kv,
      equipment,
      journal,
      versions,
      limits: this.#limits,
    });
  }

  /** Increases with each change of an alarm. */
  get changes(): number {
    return this.#changes.count;
  }

  /** Returns the levels of the open alarms, each once. */
  levels(): EventLevel[] {
    return [...new Set([...this.#log.open.values()].map(({ level }) => level))];
  }

  /** Checks a batch before it is stored; `apply` continues afterwards. */
  examine(batch: SampleBatch, isBacklog: boolean): Examined | null {
    return this.#limits.examine(batch, isBacklog);
  }

  /** Evaluates what `examine` found, once the batch is stored. */
  apply(examined: Examined): void {
    this.#limits.apply(examined);
  }

  /** Instant at which late samples are due for evaluation, ms UTC; null if there are none. */
  get lateDueAt(): number | null {
    return this.#late.dueAt;
  }

  /** Takes a bounded step of the evaluation of late samples. */
  evaluateLate(): void {
    this.#limits.step();
  }

  readLog(query: AlarmLogQuery): AlarmLogPage {
    return this.#log.page(query);
  }

  /**
   * Hides ended alarms.
   * @returns the number of hidden rows
   */
  hide(which: AlarmsToHide, author: Author): number {
    const rows = this.#log.hide(which);
    const to = "to" in which ? which.to : null;
    if (rows > 0)
      this.#deps.journal.record({ what: "alarm.hidden", author, details: { rows, to } });
    return rows;
  }

  acknowledge(logId: number, author: Author): AlarmActionResult {
    const alarm = this.#log.find(logId);
    if (alarm === undefined || alarm.isHidden) return "absent";
    if (alarm.marks.acknowledged !== null) return "unchanged";
    const acknowledged = { by: author.name, id: author.id, at: this.#deps.clock.now() };
    this.#mark(alarm, { acknowledged });
    this.#deps.journal.record({
      what: "alarm.acknowledged",
      author,
      details: this.#describe(alarm),
    });
    return "done";
  }

  /** @param until ms UTC */
  snooze(logId: number, until: number, author: Author): AlarmActionResult {
    const alarm = this.#log.find(logId);
    if (alarm === undefined || alarm.isHidden) return "absent";
    if (alarm.endTime !== null) return "ended";
    if (alarm.marks.snoozedUntil === until) return "unchanged";
    this.#mark(alarm, { snoozedUntil: until });
    const details = { ...this.#describe(alarm), until };
    this.#deps.journal.record({ what: "alarm.snoozed", author, details });
    return "done";
  }

  /** Counts the alarms that a rule would have raised from `from` to `until`. */
  preview(rule: AlarmRule, from: number, until: number): number {
    const { series } = this.#deps;
    const versions = [{ at: from - 1, rule: { ...rule, isOpen: true, monitor: "all" as const } }];
    let alarms = 0;
    for (const address of new Set([rule.address ?? [], rule.addresses].flat())) {
      const keysOf = () =>
        sidesOf(rule).map((side) => ({
          key: limitKey(rule.ruleId, address, side),
          side,
          versions,
        }));
      const ports = {
        read: (one: string, start: number, end: number) =>
          series.rawSamples(one, start, Math.min(end, until)),
        throughOf: () => until - 1,
        keysOf,
        rowsSince: () => [],
      };
      const { keys } = evaluateAgain(ports, address, { from, to: until - 1 }, until - 1);
      for (const { episodes } of keys) alarms += episodes.length;
    }
    return alarms;
  }

  /** Removes the name of a deleted user. */
  anonymize(userId: number): void {
    this.#log.anonymize(userId);
  }

  #mark(alarm: StoredAlarm, marks: Partial<StoredAlarm["marks"]>): void {
    const marked = { ...alarm, marks: { ...alarm.marks, ...marks } };
    this.#log.update(marked);
    this.#changes.send(marked);
  }

  #describe({ address, deviceName, cause }: StoredAlarm) {
    const device = address === null ? deviceName : nameDevice(this.#deps.equipment, address);
    return { device, ...describeCause(cause) };
  }
}
