import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import type { SiteJournal } from "../journal/site-journal.ts";
import type { AlarmLog } from "./alarm-log.ts";
import type { AlarmOutbox } from "./alarm-outbox.ts";
import { describeAlarm, type NewAlarm, type StoredAlarm } from "./stored-alarm.ts";

type Deps = {
  log: AlarmLog;
  outbox: AlarmOutbox;
  journal: Pick<SiteJournal, "recordOfLogger">;
  siteId: () => number | null;
  now: () => number;
};
type Notice = SiteAlarmEvent["notice"];
type Summary = SiteAlarmEvent["summary"];

/** Changes rows of the alarm log, and with each change its journal and its state in the rest of the system. */
export class AlarmChanges {
  readonly #deps: Deps;
  /** Number of changes of open alarms since the object woke. */
  #count = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Increases with each change of an alarm. */
  get count(): number {
    return this.#count;
  }

  /** Adds an alarm. */
  insert(alarm: NewAlarm): void {
    const stored = this.#deps.log.insert(alarm);
    if (stored === null) return;
    this.#record("alarm.started", stored);
    if (stored.endTime !== null) this.#record("alarm.ended", stored);
    this.send(stored);
  }

  /** Replaces an alarm. */
  update(before: StoredAlarm, alarm: StoredAlarm): void {
    const { log, now } = this.#deps;
    const hasEnded = before.endTime === null && alarm.endTime !== null;
    const endSeenAt = alarm.endTime === null ? null : (before.endSeenAt ?? now());
    const stored = { ...alarm, endSeenAt };
    log.update(stored);
    if (hasEnded) this.#record("alarm.ended", stored);
    this.send(stored);
  }

  /** Removes an alarm that did not happen, as late data shows. */
  remove(alarm: StoredAlarm): void {
    this.#deps.log.remove(alarm);
    const endTime = alarm.endTime ?? alarm.startTime;
    this.send({ ...alarm, endTime, endSeenAt: this.#deps.now(), reason: "recovered" });
  }

  /** Sends the state of an alarm to the rest of the system. */
  send(alarm: StoredAlarm, notice: Notice = null, summary: Summary = null): void {
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
