import type { EquipmentEvent, EventLevel } from "#domain/alarms/event.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { isLive } from "#domain/alarms/notices/late.ts";
import type { Place } from "#domain/alarms/notices/night.ts";
import { describeHidden, MAX_HIDDEN_KINDS } from "#domain/journal/hidden-rows.ts";
import type { Sampling } from "#domain/loggers/sampling.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Equipment } from "#domain/registers/equipment.ts";
import type {
  AlarmActionResult,
  AlarmLogPage,
  AlarmLogQuery,
  AlarmsToHide,
  Author,
  SiteAlarmEvent,
} from "#protocol/alarms.ts";
import { MIN_INSTANT } from "#protocol/logger/limits.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { SiteLines } from "../equipment/lines.ts";
import type { Clock } from "../interfaces.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { LoggerBudgets } from "../logger-budgets.ts";
import type { Presence } from "../presence.ts";
import type { SampleBatch } from "../series/sample-batch.ts";
import type { SeriesStore } from "../series/series-store.ts";
import { readSiteId } from "../site-id.ts";
import { AlarmChanges } from "./alarm-changes.ts";
import { describeCause } from "./alarm-journal.ts";
import { AlarmLog } from "./alarm-log.ts";
import { AlarmNotices } from "./alarm-notices.ts";
import { AlarmOutbox } from "./alarm-outbox.ts";
import { AlarmRules } from "./alarm-rules.ts";
import { AlarmSender } from "./alarm-sender.ts";
import { BacklogSummary } from "./backlog-summary.ts";
import { EventAlarms } from "./event-alarms.ts";
import { LateSamples } from "./late-samples.ts";
import { type Examined, LimitAlarms } from "./limit-alarms.ts";
import { nameDevice } from "./limit-row.ts";
import { LineSamples } from "./line-samples.ts";
import { PlatformAlarms } from "./platform-alarms.ts";
import type { RuleVersions } from "./rule-versions.ts";
import { Snoozes } from "./snoozes.ts";
import { describeAlarm, type StoredAlarm } from "./stored-alarm.ts";

type Deps = {
  sql: SqlStorage;
  kv: KeyValueStore;
  clock: Pick<Clock, "now">;
  series: SeriesStore;
  equipment: EquipmentRecord;
  presence: Pick<Presence, "online" | "since">;
  journal: Pick<SiteJournal, "record" | "recordOfLogger">;
  budgets: Pick<LoggerBudgets, "left" | "spend">;
  versions: RuleVersions;
  lines: SiteLines;
  idleSampling: () => Sampling;
  deliver: (events: readonly SiteAlarmEvent[]) => Promise<void>;
};

/** The alarms of a site: rules, evaluation, log, notifications, and their states for the rest of the system. */
export class SiteAlarms {
  readonly #deps: Deps;
  readonly #log: AlarmLog;
  readonly #late: LateSamples;
  readonly #changes: AlarmChanges;
  readonly #sender: AlarmSender;
  readonly lines: LineSamples;
  readonly #limits: LimitAlarms;
  readonly notices: AlarmNotices;
  readonly rules: AlarmRules;
  readonly events: EventAlarms;
  readonly platform: PlatformAlarms;
  readonly summary: BacklogSummary;
  readonly outbox: AlarmOutbox;
  /** Whether the next notification was sought since the object woke. */
  #isNoticeSought = false;

  constructor(deps: Deps) {
    const { sql, kv, clock, series, equipment, journal, budgets, versions, presence } = deps;
    this.#deps = deps;
    const log = new AlarmLog(sql);
    this.#log = log;
    this.#late = new LateSamples(kv, clock);
    this.outbox = new AlarmOutbox(sql, clock, deps.deliver);
    this.notices = new AlarmNotices({
      kv,
      clock,
      equipment,
      log,
      rules: () => this.rules.site,
      notifyAfter: (alarm) => this.rules.notifyAfter(alarm),
      place: () => readPlace(series),
    });
    const now = () => clock.now();
    const sender = new AlarmSender({
      ...{ log, now },
      outbox: this.outbox,
      notices: this.notices,
      siteId: () => readSiteId(kv),
      emailInterval: () => this.rules.site.emailInterval,
    });
    this.#sender = sender;
    const changes = new AlarmChanges({
      ...{ log, sender, journal, now },
      notices: this.notices,
      snoozes: new Snoozes(sql, log, now),
      onFoundLate: (from) => this.summary.alarmFound(from),
    });
    this.#changes = changes;
    this.lines = new LineSamples({ series, lines: deps.lines });
    const uploadMs = () => this.uploadMs;
    this.#limits = new LimitAlarms({
      ...{ clock, kv, series, equipment, log, changes, budgets },
      rules: versions,
      late: this.#late,
      lines: this.lines,
      uploadMs,
    });
    this.events = new EventAlarms({ sql, clock, equipment, budgets, log, changes, uploadMs });
    this.summary = new BacklogSummary({
      ...{ clock, kv, log, sender, changes },
      late: this.#late,
      rules: () => this.rules.site,
    });
    this.platform = new PlatformAlarms({
      ...{ kv, clock, presence, series, equipment, log, changes, budgets },
      noData: () => this.rules.site.noData,
    });
    this.rules = new AlarmRules({
      ...{ clock, kv, equipment, journal, versions },
      limits: {
        rulesChanged: (at) => this.rulesStored(at),
        addLate: (range) => this.#limits.addLate(range),
      },
      platform: this.platform,
    });
  }

  /** Increases with each change of an alarm. */
  get changes(): number {
    return this.#sender.count;
  }

  /** Upload interval by which data is late, ms. */
  get uploadMs(): number {
    return this.#deps.idleSampling().uploadMs;
  }

  /** Returns the levels of the open alarms, except those of the logger's events, each once. */
  levels(): EventLevel[] {
    const levels = new Set<EventLevel>();
    for (const { level, source } of this.#log.open.values())
      if (source !== "system detection") levels.add(level);
    return [...levels];
  }

  /** Checks a batch before it is stored; `apply` continues afterwards. */
  examineBatch(batch: SampleBatch, isBacklog: boolean): Examined | null {
    return this.#limits.examineBatch(batch, isBacklog);
  }

  /** Evaluates a stored batch, for which `examineBatch` was called before. */
  batchStored(
    { times }: SampleBatch,
    examined: Examined | null,
    backlog: boolean | "end" | undefined,
  ): void {
    const [oldest, newest] = [times[0], times.at(-1)];
    if (oldest === undefined || newest === undefined) return;
    const isBacklog = Boolean(backlog);
    if (examined !== null) this.#limits.apply(examined);
    const { uploadMs } = this;
    if (!isLive(oldest, this.#deps.clock.now(), uploadMs, isBacklog))
      this.summary.noteLate(oldest, backlog === "end");
    this.platform.batchStored(newest, uploadMs, isBacklog);
  }

  /**
   * Takes note that the site came online or went offline.
   * @param since instant since which it was in the previous state, ms UTC; 0 if it never had a logger
   */
  livenessChanged(since: number): void {
    this.platform.livenessChanged();
    if (this.#deps.presence.online) this.summary.loggerReturned(since);
  }

  /** Applies the events of an update. */
  eventsReported(events: readonly EquipmentEvent[]): void {
    const late = this.events.update(events);
    if (late !== null) this.summary.noteLate(late, false);
  }

  /**
   * Applies a `connect`.
   * @param clock the logger's clock, ms UTC; null without one
   */
  loggerConnected(events: readonly EquipmentEvent[], clock: number | null): void {
    const plausible = clock !== null && clock >= MIN_INSTANT ? clock : null;
    this.platform.loggerConnected(plausible);
    this.events.replace(events, plausible);
  }

  /** Applies a changed tree. */
  treeChanged(before: readonly Equipment[], tree: readonly Equipment[]): void {
    this.rules.treeChanged();
    this.platform.treeChanged(before, tree);
  }

  /** Instant at which a notification may be due, ms UTC; null if none can be. */
  get noticeDueAt(): number | null {
    return this.#changes.dueAt;
  }

  /**
   * Returns `noticeDueAt` for the timer. An object that just woke has set its alarm for that instant already; until the
   * alarm rings or an alarm of the site changes, it does not read the log for it.
   */
  noticeTimerAt(isRinging: boolean): number | null {
    this.#isNoticeSought ||= isRinging || this.changes > 0;
    return this.#isNoticeSought ? this.noticeDueAt : null;
  }

  notifyDue(): void {
    this.#changes.notifyDue();
  }

  /** Instant at which late samples are due for evaluation, ms UTC; null if there are none. */
  get lateDueAt(): number | null {
    return this.#late.dueAt;
  }

  /** Takes a bounded step of the evaluation of late samples. */
  evaluateLate(): void {
    this.#limits.step();
  }

  /** Number of the newest row of the log; 0 without any. */
  get newestLogId(): number {
    return this.#log.newestId;
  }

  readLog(query: AlarmLogQuery): AlarmLogPage {
    return this.#log.page(query);
  }

  /** Returns the number of open alarms, and `most` of them, the most severe and then the newest first. */
  readOpen(most: number): AlarmLogPage {
    const open = [...this.#log.open.values()].filter((row) => !row.isPart && !row.isHidden);
    const rows = open.toSorted(
      (one, other) =>
        EVENT_LEVELS.indexOf(one.level) - EVENT_LEVELS.indexOf(other.level) ||
        other.startTime - one.startTime ||
        other.logId - one.logId,
    );
    return { total: rows.length, rows: rows.slice(0, most).map(describeAlarm) };
  }

  /**
   * Hides ended alarms.
   * @returns the number of hidden rows
   */
  hide(which: AlarmsToHide, author: Author): number {
    const logIds = this.#changes.hide(which);
    const to = "to" in which ? which.to : null;
    const kinds = this.#log.countKinds(logIds, MAX_HIDDEN_KINDS).map(({ alarm, count }) => {
      return { ...this.#describe(alarm), count };
    });
    for (const details of describeHidden({ logIds, to, kinds }))
      this.#deps.journal.record({ what: "alarm.hidden", author, details });
    return logIds.length;
  }

  acknowledge(logId: number, author: Author): AlarmActionResult {
    const alarm = this.#log.find(logId);
    if (alarm === undefined || alarm.isHidden) return "absent";
    if (alarm.marks.acknowledged !== null) return "unchanged";
    const acknowledged = { by: author.name, id: author.id, at: this.#deps.clock.now() };
    this.#changes.mark(alarm, { acknowledged });
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
    this.#changes.snooze(alarm, until);
    const details = { ...this.#describe(alarm), until };
    this.#deps.journal.record({ what: "alarm.snoozed", author, details });
    return "done";
  }

  /** Removes the name of a deleted user. */
  anonymize(userId: number): void {
    this.#log.anonymize(userId);
  }

  /**
   * Applies a version of the rules that was stored.
   * @param at instant from which it is in force, ms UTC
   */
  rulesStored(at: number): void {
    this.#isNoticeSought = true;
    this.#limits.rulesChanged(at);
  }

  /** Sends the open alarms of an imported log to the rest of the system. They notify no user. */
  sendOpen(): void {
    for (const alarm of this.#log.open.values()) if (!alarm.isPart) this.#sender.send(alarm);
  }

  #describe({ address, deviceName, cause }: StoredAlarm) {
    const device = address === null ? deviceName : nameDevice(this.#deps.equipment, address);
    return { device, ...describeCause(cause) };
  }
}

/** Returns where the site is: the position of its logger's receiver, else its time zone. */
function readPlace({
  latestOfSite,
  timeZone,
}: Pick<SeriesStore, "latestOfSite" | "timeZone">): Place {
  const latitude = latestOfSite.get(SITE_ADDRESS.gpsLatitude)?.v;
  const longitude = latestOfSite.get(SITE_ADDRESS.gpsLongitude)?.v;
  const isKnown = typeof latitude === "number" && typeof longitude === "number";
  return isKnown && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : { timeZone };
}
