import { DAY_MS } from "#domain/units/durations.ts";
import type { AlarmsToHide, SiteAlarmEvent } from "#protocol/alarms.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import { recordNew, recordUpdate, recordWithdrawn } from "./alarm-journal.ts";
import type { AlarmLog } from "./alarm-log.ts";
import type { AlarmNotices } from "./alarm-notices.ts";
import type { AlarmOutbox } from "./alarm-outbox.ts";
import { findQuietAt, type Regrouped, regroup, spanOf, type Update } from "./flapping-rows.ts";
import { type Snoozes, withSnooze } from "./snoozes.ts";
import {
  alarmKey,
  type EpisodeChanges,
  flappingKey,
  type NewAlarm,
  type StoredAlarm,
  toEvent,
} from "./stored-alarm.ts";

type Deps = {
  log: AlarmLog;
  outbox: AlarmOutbox;
  notices: AlarmNotices;
  snoozes: Snoozes;
  journal: Pick<SiteJournal, "recordOfLogger">;
  siteId: () => number | null;
  now: () => number;
  /** Minimum time between two alarm e-mails to one user, min. */
  emailInterval: () => number;
};
/** Time for which a message may be on its way: that for which the queue keeps it, ms. */
const MAX_ON_THE_WAY_MS = 4 * DAY_MS;
/** Maximum number of hidden alarms that are sent at once. */
const MAX_SENT_HIDDEN = 1_000;

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
  insert(alarm: NewAlarm): void {
    this.change(alarm.key, { insert: [alarm], update: [], remove: [] });
  }

  /** Ends an alarm. */
  end(alarm: StoredAlarm, endTime: number, reason: StoredAlarm["reason"]): void {
    const ended = { ...alarm, endTime: Math.max(endTime, alarm.startTime), reason };
    this.change(alarm.key, { insert: [], update: [{ row: alarm, alarm: ended }], remove: [] });
  }

  /** Changes episodes of a key, and with them the row that counts them if the key flaps. */
  change(key: string, { insert, update, remove }: EpisodeChanges): void {
    const { log, now, notices, snoozes } = this.#deps;
    for (const row of remove) log.remove(row);
    const changed = [...insert, ...update.map(({ alarm }) => alarm)];
    const awake = snoozes.cancelIfWorse(key, changed);
    for (const row of awake ?? []) if (!row.isPart) this.#send(row);
    const updated = update.map(({ row, alarm }) => {
      const isSnoozed = awake === null || alarm.endTime !== null;
      return this.#update(row, isSnoozed ? alarm : withSnooze(alarm, null));
    });
    // While a key flaps its row counts each further episode.
    const isFlapping = log.open.has(flappingKey(key));
    const inserted = insert.flatMap((alarm) => {
      const snoozedUntil = snoozes.ofNew(alarm);
      return log.insert(alarm, { isPart: isFlapping, snoozedUntil }) ?? [];
    });
    const span = spanOf(remove, updated, inserted);
    if (span === null) return;
    // The end of an episode decides when its key no longer flaps, even if nothing is sent of it.
    this.#count += 1;
    this.#decideAt = undefined;
    const regrouped = regroup(log, key, span, now());
    const shown = new Map(
      [...regrouped.parts, ...regrouped.singles].map((alarm) => [alarm.logId, alarm]),
    );
    for (const row of remove) if (!row.isPart) this.#withdraw(row);
    for (const { before, alarm } of updated) {
      const current = shown.get(alarm.logId) ?? alarm;
      shown.delete(alarm.logId);
      if (before.endTime === null && current.endTime !== null) notices.noteEnd(current);
      this.#publishUpdate({ before, alarm: current });
    }
    for (const alarm of inserted) {
      const current = shown.get(alarm.logId) ?? alarm;
      shown.delete(alarm.logId);
      if (!current.isPart) this.#publishNew(current);
    }
    this.#publishRegrouped(regrouped, shown.values());
  }

  /** Sends the state of rows that changed because other episodes of their key did. */
  #publishRegrouped(
    { inserted, updated, removed }: Regrouped,
    others: Iterable<StoredAlarm>,
  ): void {
    for (const { alarm: added, episodes } of inserted) {
      const alarm = this.#deps.snoozes.join(added);
      const isKnown = episodes.some(({ marks }) => marks.notified !== null);
      if (alarm.endTime !== null && isKnown) this.#send(alarm);
      else this.#publishNew(alarm);
    }
    for (const { before, alarm } of updated) this.#publishUpdate(this.#update(before, alarm));
    for (const row of removed) this.#withdraw(row);
    for (const alarm of others) {
      if (alarm.isPart) this.#sendHidden(alarm);
      else if (alarm.endTime === null) this.#settle(alarm);
      else this.#send(alarm);
    }
  }

  #publishNew(alarm: StoredAlarm): void {
    recordNew(this.#deps.journal, alarm);
    this.#settle(alarm);
  }

  #publishUpdate({ before, alarm }: Update): void {
    if (alarm.isPart) {
      if (!before.isPart) this.#sendHidden(alarm);
      return;
    }
    if (!before.isPart) recordUpdate(this.#deps.journal, before, alarm);
    this.#settle(alarm);
  }

  /** Stores a changed alarm. */
  #update(before: StoredAlarm, alarm: StoredAlarm): Update {
    const { log, now, snoozes } = this.#deps;
    // Other instants than before were found only now.
    const hasSameEnd = alarm.endTime === before.endTime;
    const endSeenAt =
      alarm.endTime === null ? null : ((hasSameEnd ? before.endSeenAt : null) ?? now());
    const isLater = alarm.dateTime > before.seenAt && alarm.dateTime !== before.dateTime;
    const seenAt = isLater ? now() : before.seenAt;
    const found = { ...alarm, seenAt, endSeenAt };
    const snoozedUntil = snoozes.ofChanged(before, found);
    const stored = { ...found, marks: { ...alarm.marks, snoozedUntil } };
    log.update(stored);
    return { before, alarm: stored };
  }

  /**
   * Snoozes an open alarm and all further episodes of its key.
   * @param until ms UTC
   */
  snooze(alarm: StoredAlarm, until: number): void {
    this.#deps.snoozes.set(alarm, until);
    this.mark(alarm, { snoozedUntil: until });
  }

  /** Stores marks of an alarm. */
  mark(alarm: StoredAlarm, marks: Partial<StoredAlarm["marks"]>): void {
    const marked = { ...alarm, marks: { ...alarm.marks, ...marks } };
    this.#deps.log.update(marked);
    this.#send(marked);
  }

  /**
   * Hides ended alarms. Those that changed lately are sent, too: a message about them may still be on its way.
   * @returns the rows that were not hidden before, the newest first
   */
  hide(which: AlarmsToHide): number[] {
    const { log, now } = this.#deps;
    const hidden = log.hide(which);
    for (const logId of hidden.slice(0, MAX_SENT_HIDDEN)) {
      const alarm = log.find(logId);
      if (alarm === undefined) continue;
      const changedAt = Math.max(alarm.endSeenAt ?? 0, alarm.marks.acknowledged?.at ?? 0);
      if (changedAt > now() - MAX_ON_THE_WAY_MS) this.#send(alarm);
    }
    return hidden;
  }

  /**
   * Makes an alarm live that was found in late data. The summary is its message, but it is repeated, escalated and ended
   * like any other.
   * @param backlog instant at which the backlog begins, which names its summary, ms UTC
   */
  becomeLive(alarm: StoredAlarm, backlog: number): void {
    const isFlappingNotified = alarm.flapping !== null;
    const marks = { ...alarm.marks, notified: alarm.level, isFlappingNotified, isLive: true };
    const live = { ...alarm, marks };
    this.#deps.log.update(live);
    const key = `${alarm.logId}:live:${backlog}`;
    this.#send(live, { key, step: "live", emailInterval: this.#deps.emailInterval() });
  }

  /**
   * Sends the message after a backlog, with the alarm that stands for all of them.
   * @param backlog instant at which the backlog begins, ms UTC
   */
  summarize(alarm: StoredAlarm, backlog: number, summary: NonNullable<Summary>): void {
    const key = `summary:${backlog}`;
    this.#send(alarm, { key, step: "summary", emailInterval: this.#deps.emailInterval() }, summary);
  }

  /** Ends the rows of keys that flap no longer, and decides the notifications that are due. */
  notifyDue(): void {
    const { log, now } = this.#deps;
    for (const alarm of [...log.open.values()]) {
      const quietAt = this.#findQuietAt(alarm);
      if (quietAt === null || quietAt > now()) this.#settle(alarm, true);
      else this.#endFlapping(alarm);
    }
    this.#decideAt = undefined;
  }

  /**
   * Notifies of an alarm if that is due, and sends its state.
   * @param isUnchanged whether the state is sent already and needs no repetition
   */
  #settle(alarm: StoredAlarm, isUnchanged = false): void {
    const { notices, log, emailInterval } = this.#deps;
    if (alarm.isPart) return;
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
    const add = (at: number | null) => {
      if (at !== null) due = Math.min(due ?? at, at);
    };
    for (const alarm of this.#deps.log.open.values()) {
      if (alarm.isPart) continue;
      const { step, decideAt } = this.#deps.notices.decide(alarm);
      add(step === null ? decideAt : this.#deps.now());
      add(this.#findQuietAt(alarm));
    }
    return due;
  }

  /** Returns when the row of a flapping key ends, ms UTC; null while it is active, and for other rows. */
  #findQuietAt(alarm: StoredAlarm): number | null {
    const last = this.#newestEpisode(alarm);
    return last === null ? null : findQuietAt(last);
  }

  #newestEpisode({ key, flapping }: StoredAlarm): StoredAlarm | null {
    if (flapping === null) return null;
    return this.#deps.log.rowsBefore(alarmKey(key), flapping.lastStart + 1, 1)[0] ?? null;
  }

  #endFlapping(alarm: StoredAlarm): void {
    const last = this.#newestEpisode(alarm);
    if (last === null) return;
    const { endTime, reason } = last;
    this.#publishUpdate(this.#update(alarm, { ...alarm, endTime, reason }));
  }

  /** Sends that an alarm did not happen, as late data shows. */
  #withdraw(alarm: StoredAlarm): void {
    recordWithdrawn(this.#deps.journal, alarm);
    this.#sendHidden(alarm);
  }

  /** Sends that an alarm is no row of its own any more. To the rest of the system it has ended. */
  #sendHidden(alarm: StoredAlarm): void {
    const { endTime, startTime, reason } = alarm;
    this.#send({
      ...alarm,
      isHidden: true,
      endTime: endTime ?? startTime,
      endSeenAt: alarm.endSeenAt ?? this.#deps.now(),
      reason: reason ?? "recovered",
    });
  }

  /** Sends the state of an alarm to the rest of the system. */
  #send(
    alarm: StoredAlarm,
    notice: SiteAlarmEvent["notice"] = null,
    summary: Summary = null,
  ): void {
    this.#count += 1;
    this.#decideAt = undefined;
    const siteId = this.#deps.siteId();
    if (siteId === null) return;
    this.#deps.outbox.put({ kind: "alarm", siteId, alarm: toEvent(alarm), notice, summary });
  }
}
