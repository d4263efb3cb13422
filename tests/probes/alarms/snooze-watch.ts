import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { AlarmLog } from "#durable-objects/site/alarms/alarm-log.ts";
import type { SiteAlarms } from "#durable-objects/site/alarms/site-alarms.ts";
import { alarmKey } from "#durable-objects/site/alarms/stored-alarm.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import type { Chance } from "../../support/seeded-chance.ts";
import type { Opened } from "../../workers/series-support.ts";

const AUTHOR = { id: 7, name: "Ada" };
const DURATIONS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS];

/**
 * Snoozes alarms of a history at random, and checks what the contract says of snoozes: they suppress all notifications of
 * a key, also of later episodes and in the message about a backlog, and an alarm that is still active at the end of its
 * snooze is notified then.
 */
export class SnoozeWatch {
  readonly #opened: Opened;
  readonly #chance: Chance;
  /** Whether no alarm is more severe than another, so that no snooze is cancelled. */
  readonly #isUniform: boolean;
  /** Until when each key is snoozed, ms UTC. */
  readonly #snoozed = new Map<string, number>();
  #sequence: number;
  #lastEnd = 0;
  /** What contradicts the contract. */
  readonly faults: string[] = [];

  constructor(opened: Opened, chance: Chance, isUniform: boolean) {
    this.#opened = opened;
    this.#chance = chance;
    this.#isUniform = isUniform;
    const { sql } = opened.storage;
    // The site's id is known once a logger was connected; without it no notification is sent.
    sql.exec(`INSERT OR REPLACE INTO facts (name, value) VALUES ('siteId', '1')`);
    const last = sql.exec<{ last: number | null }>(
      `SELECT max(sequence) AS last FROM alarm_outbox`,
    );
    this.#sequence = last.one().last ?? 0;
  }

  /** Checks what was sent since the last call, and what is stored; snoozes an open alarm from time to time. */
  check(alarms: SiteAlarms): void {
    for (const event of this.#readEvents()) this.#checkEvent(event);
    if (this.#isUniform) this.#checkRows();
    const open = this.#openRows();
    if (open.length === 0 || !this.#chance.happens(0.2)) return;
    const { key, logId } = this.#chance.oneOf(open);
    const until = this.#opened.clock.at + this.#chance.oneOf(DURATIONS);
    const outcome = alarms.snooze(logId, until, AUTHOR);
    if (outcome !== "done" && outcome !== "unchanged") this.#fail(`a snooze is ${outcome}`);
    this.#snoozed.set(alarmKey(key), until);
    this.#lastEnd = Math.max(this.#lastEnd, until);
  }

  /** Sends the message about the backlog, lets all snoozes end, and checks that every open alarm was notified. */
  finish(alarms: SiteAlarms): void {
    const { clock } = this.#opened;
    const { dueAt } = alarms.summary;
    if (dueAt !== null) {
      clock.at = Math.max(clock.at, dueAt);
      ring(alarms, clock.at);
      alarms.summary.send();
    }
    this.check(alarms);
    for (let step = 0; step < 3; step++) {
      clock.at = Math.max(clock.at, this.#lastEnd) + 1;
      ring(alarms, clock.at);
      for (const event of this.#readEvents()) this.#checkEvent(event);
    }
    for (const { key, marks, inhibitedBy } of this.#openRows())
      if (marks.notified === null && inhibitedBy === null)
        this.#fail(`${key} is open and was never notified`);
  }

  #checkEvent({ alarm, notice }: Pick<SiteAlarmEvent, "alarm" | "notice">): void {
    if (notice === null || notice.step === "end") return;
    const { at: now } = this.#opened.clock;
    const { key, endTime, snoozedUntil } = alarm;
    const until = snoozedUntil ?? Number.NEGATIVE_INFINITY;
    const isSnoozed = until > (notice.step === "summary" ? (endTime ?? now) : now);
    const isKeySnoozed = this.#isUniform && (this.#snoozed.get(key) ?? 0) > now;
    if (isSnoozed || (isKeySnoozed && (endTime === null || notice.step !== "summary")))
      this.#fail(`${key} is snoozed and sends ${notice.key}`);
  }

  /** Each open row of a snoozed key is snoozed. */
  #checkRows(): void {
    const { at: now } = this.#opened.clock;
    for (const { key, startTime, marks } of this.#openRows()) {
      const until = this.#snoozed.get(alarmKey(key)) ?? 0;
      if (until > now && startTime < until && marks.snoozedUntil !== until)
        this.#fail(`${key} is snoozed until ${until}, its row until ${marks.snoozedUntil}`);
    }
  }

  #openRows() {
    const log = new AlarmLog(this.#opened.storage.sql);
    return [...log.open.values()].filter(({ isPart }) => !isPart);
  }

  #readEvents(): SiteAlarmEvent[] {
    const rows = this.#opened.storage.sql
      .exec<{ sequence: number; body: string }>(
        `SELECT sequence, body FROM alarm_outbox WHERE sequence > ? ORDER BY sequence`,
        this.#sequence,
      )
      .toArray();
    this.#sequence = rows.at(-1)?.sequence ?? this.#sequence;
    return rows.map(({ body }) => JSON.parse(body) as SiteAlarmEvent);
  }

  #fail(fault: string): void {
    this.faults.push(fault);
  }
}

/** Rings as the object's timer does. */
export function ring(alarms: SiteAlarms, now: number): void {
  const { noticeDueAt } = alarms;
  if (noticeDueAt !== null && noticeDueAt <= now) alarms.notifyDue();
}
