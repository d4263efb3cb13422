import { DAY_MS } from "#domain/units/durations.ts";
import type { AlarmsToHide } from "#protocol/alarms.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import { recordNew, recordUpdate, recordWithdrawn } from "./alarm-journal.ts";
import type { AlarmLog } from "./alarm-log.ts";
import type { AlarmNotices } from "./alarm-notices.ts";
import type { AlarmSender } from "./alarm-sender.ts";
import { findQuietAt, type Regrouped, regroup, spanOf, type Update } from "./flapping-rows.ts";
import { type Snoozes, withSnooze } from "./snoozes.ts";
import {
  alarmKey,
  type EpisodeChanges,
  flappingKey,
  type NewAlarm,
  type StoredAlarm,
} from "./stored-alarm.ts";

type Deps = {
  log: AlarmLog;
  sender: AlarmSender;
  notices: AlarmNotices;
  snoozes: Snoozes;
  journal: Pick<SiteJournal, "recordOfLogger">;
  now: () => number;
  /** Called before alarms are added that were found in late data, with the earliest start of them, ms UTC. */
  onFoundLate: (from: number) => void;
};
/** Time for which a message may be on its way: that for which the queue keeps it, ms. */
const MAX_ON_THE_WAY_MS = 4 * DAY_MS;
/** Maximum number of hidden alarms that are sent at once. */
const MAX_SENT_HIDDEN = 1_000;

/**
 * Changes rows of the alarm log, and with each change its journal, its notification and its state in the rest of the
 * system, all in one transaction.
 */
export class AlarmChanges {
  readonly #deps: Deps;
  /** Instant at which an open alarm has to be decided again, ms UTC; null if unknown, as after a wake-up. */
  #decided: { at: number | null; revision: number } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Instant at which a notification may be due, ms UTC; null if only a change of alarms can cause one. */
  get dueAt(): number | null {
    const { revision } = this.#deps.sender;
    if (this.#decided?.revision !== revision) this.#decided = { at: this.#findDue(), revision };
    return this.#decided.at;
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
    const { log, now, notices, onFoundLate, sender, snoozes } = this.#deps;
    for (const row of remove) log.remove(row);
    const changed = [...insert, ...update.map(({ alarm }) => alarm)];
    const awake = snoozes.cancelIfWorse(key, changed);
    for (const row of awake ?? []) if (!row.isPart) this.#deps.sender.send(row);
    const updated = update.map(({ row, alarm }) => {
      const isSnoozed = awake === null || alarm.endTime !== null;
      return this.#update(row, isSnoozed ? alarm : withSnooze(alarm, null));
    });
    const late = insert.filter(({ isRetroactive }) => isRetroactive);
    if (late.length > 0) onFoundLate(Math.min(...late.map(({ startTime }) => startTime)));
    // While a key flaps its row counts each further episode.
    const isFlapping = log.open.has(flappingKey(key));
    const inserted = insert.flatMap((alarm) => {
      const snoozedUntil = snoozes.ofNew(alarm);
      return log.insert(alarm, { isPart: isFlapping, snoozedUntil }) ?? [];
    });
    const span = spanOf(remove, updated, inserted);
    if (span === null) return;
    // The end of an episode decides when its key no longer flaps, even if nothing is sent of it.
    sender.noteChange();
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
      if (alarm.endTime !== null && isKnown) this.#deps.sender.send(alarm);
      else this.#publishNew(alarm);
    }
    for (const { before, alarm } of updated) this.#publishUpdate(this.#update(before, alarm));
    for (const row of removed) this.#withdraw(row);
    for (const alarm of others) {
      if (alarm.isPart) this.#deps.sender.sendHidden(alarm);
      else if (alarm.endTime === null) this.#deps.sender.settle(alarm);
      else this.#deps.sender.send(alarm);
    }
  }

  #publishNew(alarm: StoredAlarm): void {
    recordNew(this.#deps.journal, alarm);
    this.#deps.sender.settle(alarm);
  }

  #publishUpdate({ before, alarm }: Update): void {
    if (alarm.isPart) {
      if (!before.isPart) this.#deps.sender.sendHidden(alarm);
      return;
    }
    if (!before.isPart) recordUpdate(this.#deps.journal, before, alarm);
    this.#deps.sender.settle(alarm);
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
    this.#deps.sender.send(marked);
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
      if (changedAt > now() - MAX_ON_THE_WAY_MS) this.#deps.sender.send(alarm);
    }
    return hidden;
  }

  /** Ends the rows of keys that flap no longer, and decides the notifications that are due. */
  notifyDue(): void {
    const { log, now } = this.#deps;
    for (const alarm of [...log.open.values()]) {
      const quietAt = this.#findQuietAt(alarm);
      if (quietAt === null || quietAt > now()) this.#deps.sender.settle(alarm, true);
      else this.#endFlapping(alarm);
    }
    this.#decided = null;
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
    this.#deps.sender.sendHidden(alarm);
  }
}
