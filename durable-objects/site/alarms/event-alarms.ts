import { type EventEpisode, eventAlarmKey } from "#domain/alarms/episodes/event-facts.ts";
import type { EquipmentEvent } from "#domain/alarms/event.ts";
import { reconcileEpisodes } from "#domain/alarms/limits/reconcile.ts";
import { isLive } from "#domain/alarms/notices/late.ts";
import { MIN_INSTANT } from "#protocol/logger/limits.ts";
import type { EquipmentRecord } from "../equipment/equipment-record.ts";
import type { Clock } from "../interfaces.ts";
import type { LoggerBudgets } from "../logger-budgets.ts";
import type { AlarmChanges } from "./alarm-changes.ts";
import type { AlarmLog } from "./alarm-log.ts";
import { EventFacts } from "./event-facts.ts";
import { nameDevice } from "./limit-row.ts";
import type { NewAlarm, StoredAlarm } from "./stored-alarm.ts";

const PREFIX = "event/";

type Deps = {
  sql: SqlStorage;
  clock: Pick<Clock, "now">;
  equipment: EquipmentRecord;
  budgets: Pick<LoggerBudgets, "left" | "spend">;
  log: AlarmLog;
  changes: AlarmChanges;
  uploadMs: () => number;
};

/** An episode in the form of a row. */
type EventRow = Pick<
  StoredAlarm,
  "startTime" | "dateTime" | "endTime" | "value" | "limit" | "reason" | "level" | "cause"
> & { receivedAt: number };

/** Alarms of the events that the logger reports. Those beyond its budget are not logged. */
export class EventAlarms {
  readonly #deps: Deps;
  readonly #facts: EventFacts;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#facts = new EventFacts(deps.sql);
  }

  /**
   * Applies the events of an update.
   * @returns the earliest instant of new events that are late, ms UTC; null without any
   */
  update(events: readonly EquipmentEvent[]): number | null {
    const { budgets, clock, uploadMs } = this.#deps;
    const now = clock.now();
    let late: number | null = null;
    const left = budgets.left("alarms");
    const changed = new Map<string, EquipmentEvent>();
    let count = 0;
    for (const event of events) {
      if (event.at < MIN_INSTANT || count >= left) continue;
      const key = eventAlarmKey(event);
      if (!this.#facts.add(key, event, now)) continue;
      count += 1;
      changed.set(key, event);
      if (!isLive(event.at, now, uploadMs(), false)) late = Math.min(late ?? event.at, event.at);
    }
    budgets.spend("alarms", count);
    for (const [key, event] of changed) this.#reconcile(key, event);
    if (count > 0) this.#facts.prune();
    return late;
  }

  /**
   * Applies the list of a `connect`.
   * @param clock the logger's clock, ms UTC; null without a plausible one
   */
  replace(events: readonly EquipmentEvent[], clock: number | null): void {
    const { budgets, clock: server, log } = this.#deps;
    const open = [...log.open.values()].filter(({ key }) => key.startsWith(PREFIX));
    if (budgets.left("alarms") < events.length + 1) return;
    budgets.spend("alarms", 1);
    this.#facts.addList(events, clock, server.now());
    for (const event of events) this.#reconcile(eventAlarmKey(event), event);
    const listed = new Set(events.map(eventAlarmKey));
    for (const { key, address, eventNo } of open)
      if (!listed.has(key) && address !== null && eventNo !== null)
        this.#reconcile(key, { address, eventNo });
  }

  #reconcile(key: string, event: Pick<EquipmentEvent, "address" | "eventNo">): void {
    const { log, changes, budgets } = this.#deps;
    const { episodes, since } = this.#facts.episodes(key);
    const found = episodes.map(toRow);
    const rows = log.rowsSince(key, since);
    const { insert, update, remove } = reconcileEpisodes<StoredAlarm, EventRow>(rows, found);
    const updated = new Map(update.map(({ row, episode }) => [row, episode]));
    // A level may have changed without an instant.
    for (const row of rows) {
      const twin = found.find(({ startTime }) => startTime === row.startTime);
      if (twin !== undefined && twin.level !== row.level && !updated.has(row))
        updated.set(row, twin);
    }
    const allowed = insert.slice(0, budgets.left("alarms"));
    budgets.spend("alarms", allowed.length);
    changes.change(key, {
      insert: allowed.map((episode) => this.#toAlarm(key, event, episode)),
      update: [...updated].map(([row, { receivedAt: _, ...episode }]) => {
        return { row, alarm: { ...row, ...episode } };
      }),
      remove,
    });
  }

  #toAlarm(
    key: string,
    { address, eventNo }: Pick<EquipmentEvent, "address" | "eventNo">,
    { receivedAt, ...episode }: EventRow,
  ): NewAlarm {
    const { clock, equipment, uploadMs } = this.#deps;
    const now = clock.now();
    return {
      ...episode,
      key,
      address,
      deviceName: nameDevice(equipment, address),
      source: "system detection",
      ruleId: null,
      eventNo,
      unit: null,
      isRetroactive: !isLive(episode.startTime, receivedAt, uploadMs(), false),
      inhibitedBy: null,
      flaps: 0,
      seenAt: now,
      endSeenAt: episode.endTime === null ? null : now,
    };
  }
}

function toRow({ startTime, endTime, level, code, message, receivedAt }: EventEpisode): EventRow {
  return {
    startTime,
    dateTime: startTime,
    endTime,
    level,
    cause: { kind: "event", code, message },
    value: null,
    limit: null,
    reason: endTime === null ? null : "cleared",
    receivedAt,
  };
}
