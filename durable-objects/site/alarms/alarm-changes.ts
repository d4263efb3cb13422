import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import { isMoreSevere } from "#domain/alarms/event.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { AlarmLog } from "./alarm-log.ts";
import type { AlarmNotices } from "./alarm-notices.ts";
import type { AlarmOutbox } from "./alarm-outbox.ts";
import { describeAlarm, type NewAlarm, type StoredAlarm } from "./stored-alarm.ts";

type Deps = {
  log: AlarmLog;
  outbox: AlarmOutbox;
  notices: AlarmNotices;
  journal: Pick<SiteJournal, "recordOfLogger">;
  siteId: () => number | null;
  now: () => number;
  /** Minimum time between two alarm e-mails to one user, min. */
  emailInterval: () => number;
};
type Summary = SiteAlarmEvent["summary"];

/**
 * Changes rows of the alarm log, and with each change its journal, its notification and its state in the rest of the
 * system, all in one transaction.
 */
export class AlarmChanges {
  readonly #deps: Deps;
  /** Number of changes of open alarms since the object woke. */
  #count = 0;
  /** Instant at which an open alarm has to be decided again, ms UTC; undefined if unknown, as after a wake-up. */
  #decideAt: number | null | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Increases with each change of an alarm. */
  get count(): number {
    return this.#count;
  }

  /** Instant at which a notification may be due, ms UTC; null if only a change of alarms can cause one. */
  get dueAt(): number | null {
    if (this.#decideAt === undefined) this.#decideAt = this.#findDue();
    return this.#decideAt;
  }

  /** Adds an alarm. */
  insert(alarm: NewAlarm): StoredAlarm | null {
    const stored = this.#deps.log.insert(alarm);
    if (stored === null) return null;
    this.#record("alarm.started", stored);
    if (stored.endTime !== null) this.#record("alarm.ended", stored);
    this.#settle(stored);
    return stored;
  }

  /** Replaces an alarm. */
  update(before: StoredAlarm, alarm: StoredAlarm): void {
    const { log, notices, now } = this.#deps;
    const hasEnded = before.endTime === null && alarm.endTime !== null;
    const endSeenAt = alarm.endTime === null ? null : (before.endSeenAt ?? now());
    const isWorse = isMoreSevere(alarm.level, before.level);
    const { snoozedUntil } = alarm.marks;
    const marks = { ...alarm.marks, snoozedUntil: isWorse ? null : snoozedUntil };
    const stored = { ...alarm, endSeenAt, marks };
    log.update(stored);
    if (hasEnded) {
      this.#record("alarm.ended", stored);
      notices.noteEnd(stored);
    }
    this.#settle(stored);
  }

  /** Ends an alarm. */
  end(alarm: StoredAlarm, endTime: number, reason: StoredAlarm["reason"]): void {
    this.update(alarm, { ...alarm, endTime: Math.max(endTime, alarm.startTime), reason });
  }

  /** Removes an alarm that did not happen, as late data shows. */
  remove(alarm: StoredAlarm): void {
    this.#deps.log.remove(alarm);
    const endTime = alarm.endTime ?? alarm.startTime;
    this.#send({ ...alarm, endTime, endSeenAt: this.#deps.now(), reason: "recovered" });
  }

  /** Stores marks of an alarm. */
  mark(alarm: StoredAlarm, marks: Partial<StoredAlarm["marks"]>): void {
    const marked = { ...alarm, marks: { ...alarm.marks, ...marks } };
    this.#deps.log.update(marked);
    this.#send(marked);
  }

  /** Makes an alarm live that was found in late data: users are notified of its end. */
  becomeLive(alarm: StoredAlarm): void {
    const marks = { ...alarm.marks, notified: alarm.level };
    const live = { ...alarm, isRetroactive: false, marks };
    this.#deps.log.update(live);
    this.#send(live);
  }

  /** Sends the message after a backlog, with the alarm that stands for all of them. */
  summarize(alarm: StoredAlarm, key: string, summary: NonNullable<Summary>): void {
    const notice = { key, step: "summary" as const, emailInterval: this.#deps.emailInterval() };
    this.#send(alarm, notice, summary);
  }

  /** Decides the notifications that are due. */
  notifyDue(): void {
    for (const alarm of [...this.#deps.log.open.values()]) this.#settle(alarm, true);
    this.#decideAt = undefined;
  }

  /**
   * Notifies of an alarm if that is due, and sends its state.
   * @param isUnchanged whether the state is sent already and needs no repetition
   */
  #settle(alarm: StoredAlarm, isUnchanged = false): void {
    const { notices, log, emailInterval } = this.#deps;
    const { step, inhibitedBy } = notices.decide(alarm);
    this.#decideAt = undefined;
    if (step === null) {
      // The log keeps the cause that suppressed an alarm until its end.
      const isInhibited = alarm.endTime === null && alarm.inhibitedBy !== inhibitedBy;
      const inhibited = isInhibited ? { ...alarm, inhibitedBy } : alarm;
      if (isInhibited) log.update(inhibited);
      if (isInhibited || !isUnchanged) this.#send(inhibited);
      return;
    }
    const marks = {
      ...alarm.marks,
      notified: alarm.level,
      isFlappingNotified: alarm.marks.isFlappingNotified || step === "flapping",
    };
    const notified = { ...alarm, inhibitedBy: null, marks };
    log.update(notified);
    const detail = step === "worse" ? `:${alarm.level}` : "";
    const key = `${alarm.logId}:${step}${detail}`;
    this.#send(notified, { key, step, emailInterval: emailInterval() });
  }

  #findDue(): number | null {
    let due: number | null = null;
    for (const alarm of this.#deps.log.open.values()) {
      const { step, decideAt } = this.#deps.notices.decide(alarm);
      const at = step === null ? decideAt : this.#deps.now();
      if (at !== null) due = Math.min(due ?? at, at);
    }
    return due;
  }

  /** Sends the state of an alarm to the rest of the system. */
  #send(
    alarm: StoredAlarm,
    notice: SiteAlarmEvent["notice"] = null,
    summary: Summary = null,
  ): void {
    this.#count += 1;
    const siteId = this.#deps.siteId();
    if (siteId === null) return;
    const { acknowledged, ...row } = describeAlarm(alarm);
    this.#deps.outbox.put({
      kind: "alarm",
      siteId,
      alarm: {
        ...row,
        acknowledgedBy: acknowledged?.by ?? null,
        acknowledgedById: alarm.marks.acknowledged?.id ?? null,
        acknowledgedAt: acknowledged?.at ?? null,
      },
      notice,
      summary,
    });
  }

  /** Records an alarm in the journal. Events of the logger are recorded where they arrive. */
  #record(what: "alarm.started" | "alarm.ended", alarm: StoredAlarm): void {
    if (alarm.source === "system detection" || alarm.isRetroactive) return;
    const { address, deviceName, level, value, limit, unit, reason } = describeAlarm(alarm);
    this.#deps.journal.recordOfLogger({
      what,
      details: {
        device: deviceName,
        address,
        ...describeCause(alarm.cause),
        level,
        value,
        limit,
        unit,
        reason,
      },
    });
  }
}

/** Returns what an alarm is about, for the journal. */
export function describeCause(cause: AlarmRow["cause"]): { description: string | null } {
  switch (cause.kind) {
    case "limit":
      return { description: cause.name ?? cause.alarmType };
    case "value":
      return { description: cause.name };
    case "event":
      return { description: cause.message ?? cause.code };
    case "platform":
      return { description: cause.condition };
  }
}
