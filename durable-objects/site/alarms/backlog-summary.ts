import { z } from "zod";
import { isMoreSevere } from "#domain/alarms/event.ts";
import { isNotifying } from "#domain/alarms/notices/decide-notice.ts";
import type { SiteRules } from "#domain/alarms/site-rules.ts";
import { MAX_SUMMARY_ALARMS } from "#domain/notifications/notice.ts";
import { MINUTE_MS, QUARTER_MS } from "#domain/units/durations.ts";
import type { Clock } from "../interfaces.ts";
import type { KeyValueStore } from "../key-value-store.ts";
import type { AlarmChanges } from "./alarm-changes.ts";
import type { AlarmLog } from "./alarm-log.ts";
import type { AlarmSender } from "./alarm-sender.ts";
import type { LateSamples } from "./late-samples.ts";
import { describeAlarm, isLive, type StoredAlarm } from "./stored-alarm.ts";

const KEY = "alarmOutage";
/** The message is sent after this long without a late sample, unless the logger reports the end, ms. */
const QUIET_MS = 30 * MINUTE_MS;
/** A logger that was away for less has sent nothing late, ms. */
const MIN_OUTAGE_MS = QUARTER_MS;
/** The instant of the last late sample is stored this often, ms. */
const STORED_EVERY_MS = 10 * MINUTE_MS;

const outage = z.object({
  from: z.int(),
  to: z.int(),
  /** Newest row of the log at its begin. */
  after: z.int(),
  /** Instant at which the last late sample or event arrived, ms UTC. */
  lastAt: z.int(),
  /** Whether the logger reported the end of its backlog. */
  hasEnded: z.boolean(),
});
type Outage = z.infer<typeof outage>;

type Deps = {
  clock: Pick<Clock, "now">;
  kv: KeyValueStore;
  log: AlarmLog;
  late: LateSamples;
  sender: AlarmSender;
  changes: Pick<AlarmChanges, "mark">;
  rules: () => SiteRules;
};

/** The one message about alarms that were found in data that arrived late, after an outage of the logger or without. */
export class BacklogSummary {
  readonly #deps: Deps;
  #lastAt = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Instant at which the message is due, ms UTC; null without late data, or while it is evaluated. */
  get dueAt(): number | null {
    const { late } = this.#deps;
    const held = this.#held;
    if (held === null || late.ranges.length > 0) return null;
    return held.hasEnded ? held.lastAt : Math.max(held.lastAt, this.#lastAt) + QUIET_MS;
  }

  /** Begins after the logger was offline from an instant on until now. */
  loggerReturned(offlineSince: number): void {
    const now = this.#deps.clock.now();
    if (offlineSince > 0 && now - offlineSince > MIN_OUTAGE_MS) this.#begin(offlineSince, now);
  }

  /**
   * Takes note of late data.
   * @param from its earliest instant, ms UTC
   * @param isEnd whether the logger reports the end of its backlog
   */
  noteLate(from: number, isEnd: boolean): void {
    const now = this.#deps.clock.now();
    this.#lastAt = now;
    const held = this.#held ?? this.#begin(from, now);
    if (isEnd || now - held.lastAt >= STORED_EVERY_MS)
      this.#deps.kv.write(KEY, { ...held, lastAt: now, hasEnded: held.hasEnded || isEnd });
  }

  /**
   * Takes note of an alarm in late data before it is added to the log. It may be found before anything else is known of
   * the late data, as in the list of a `connect`.
   * @param from start of the alarm, ms UTC
   */
  alarmFound(from: number): void {
    if (this.#held === null) this.#begin(from, this.#deps.clock.now());
  }

  /**
   * Sends the message. Alarms that are still active are live from now on; a snoozed one is notified by itself at the end
   * of the snooze.
   */
  send(): void {
    const { changes, clock, kv, log, rules, sender } = this.#deps;
    const held = this.#held;
    if (held === null) return;
    kv.delete(KEY);
    const { autoLevel } = rules();
    const now = clock.now();
    const found = log
      .rowsAfter(held.after)
      .filter((row) => !isLive(row) && isNotifying(row, autoLevel));
    const rows = found.filter((row) => !isSnoozed(row, now));
    for (const row of found)
      if (row.endTime === null && !rows.includes(row)) changes.mark(row, { isLive: true });
    const open = rows.filter(({ endTime }) => endTime === null);
    const urgent = [...rows].sort(compareForHeadline);
    const [headline] = urgent;
    if (headline === undefined) return;
    for (const row of open) sender.becomeLive(row, held.from);
    sender.summarize(log.find(headline.logId) ?? headline, held.from, {
      offlineFrom: held.from,
      offlineTo: held.to,
      raised: rows.length,
      stillOpen: open.length,
      level: rows.reduce(
        (worst, { level }) => (isMoreSevere(level, worst) ? level : worst),
        headline.level,
      ),
      logIds: urgent.slice(0, MAX_SUMMARY_ALARMS).map(({ logId }) => logId),
    });
  }

  get #held(): Outage | null {
    return this.#deps.kv.read(KEY, outage) ?? null;
  }

  #begin(from: number, to: number): Outage {
    const { kv, log } = this.#deps;
    const held = this.#held;
    const next =
      held === null
        ? { from, to, after: log.newestId, lastAt: to, hasEnded: false }
        : { ...held, from: Math.min(held.from, from), to, lastAt: to, hasEnded: false };
    kv.write(KEY, next);
    return next;
  }
}

/** Whether a snooze suppresses the notification of an alarm: it lasts now, or lasted until the alarm ended. */
function isSnoozed(alarm: StoredAlarm, now: number): boolean {
  const { endTime, snoozedUntil } = describeAlarm(alarm);
  return snoozedUntil !== null && snoozedUntil > (endTime ?? now);
}

/** The alarm for which the message stands: an active one before others, then the most severe, then the newest. */
function compareForHeadline(one: StoredAlarm, other: StoredAlarm): number {
  const [isOpen, isOtherOpen] = [one.endTime === null, other.endTime === null];
  if (isOpen !== isOtherOpen) return isOpen ? -1 : 1;
  if (one.level !== other.level) return isMoreSevere(one.level, other.level) ? -1 : 1;
  return other.startTime - one.startTime;
}
