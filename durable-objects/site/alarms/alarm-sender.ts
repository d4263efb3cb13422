import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import type { AlarmLog } from "./alarm-log.ts";
import type { AlarmNotices } from "./alarm-notices.ts";
import type { AlarmOutbox } from "./alarm-outbox.ts";
import { type StoredAlarm, toEvent } from "./stored-alarm.ts";

type Deps = {
  log: AlarmLog;
  outbox: AlarmOutbox;
  notices: AlarmNotices;
  siteId: () => number | null;
  now: () => number;
  /** Minimum time between two alarm e-mails to one user, min. */
  emailInterval: () => number;
};
type Summary = SiteAlarmEvent["summary"];

/** Sends the states of alarms to the rest of the system, each with the notification that is due. */
export class AlarmSender {
  readonly #deps: Deps;
  #count = 0;
  #revision = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Number of changes of open alarms since the object woke. */
  get count(): number {
    return this.#count;
  }

  /** Increases with everything that may change when a notification is due. */
  get revision(): number {
    return this.#revision;
  }

  /** Counts a change of which nothing may be sent. */
  noteChange(): void {
    this.#count += 1;
    this.#revision += 1;
  }

  /** Sends the state of an alarm. */
  send(alarm: StoredAlarm, notice: SiteAlarmEvent["notice"] = null, summary: Summary = null): void {
    this.noteChange();
    const siteId = this.#deps.siteId();
    if (siteId === null) return;
    this.#deps.outbox.put({ kind: "alarm", siteId, alarm: toEvent(alarm), notice, summary });
  }

  /** Sends that an alarm is no row of its own any more. To the rest of the system it has ended. */
  sendHidden(alarm: StoredAlarm): void {
    const { endTime, startTime, reason } = alarm;
    this.send({
      ...alarm,
      isHidden: true,
      endTime: endTime ?? startTime,
      endSeenAt: alarm.endSeenAt ?? this.#deps.now(),
      reason: reason ?? "recovered",
    });
  }

  /**
   * Notifies of an alarm if that is due, and sends its state.
   * @param isUnchanged whether the state is sent already and needs no repetition
   */
  settle(alarm: StoredAlarm, isUnchanged = false): void {
    const { notices, log } = this.#deps;
    if (alarm.isPart) return;
    const { step, inhibitedBy } = notices.decide(alarm);
    this.#revision += 1;
    if (step === null) {
      // The log keeps the cause that suppressed an alarm until its end.
      const isInhibited = alarm.endTime === null && alarm.inhibitedBy !== inhibitedBy;
      const inhibited = isInhibited ? { ...alarm, inhibitedBy } : alarm;
      if (isInhibited) log.update(inhibited);
      if (isInhibited || !isUnchanged) this.send(inhibited);
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
    this.send(notified, this.#noticeOf(`${alarm.logId}:${step}${detail}`, step));
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
    this.send(live, this.#noticeOf(`${alarm.logId}:live:${backlog}`, "live"));
  }

  /**
   * Sends the message after a backlog, with the alarm that stands for all of them.
   * @param backlog instant at which the backlog begins, ms UTC
   */
  summarize(alarm: StoredAlarm, backlog: number, summary: NonNullable<Summary>): void {
    this.send(alarm, this.#noticeOf(`summary:${backlog}`, "summary"), summary);
  }

  #noticeOf(key: string, step: NonNullable<SiteAlarmEvent["notice"]>["step"]) {
    return { key, step, emailInterval: this.#deps.emailInterval() };
  }
}
