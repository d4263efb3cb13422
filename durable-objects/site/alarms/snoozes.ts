import { isMoreSevere } from "#domain/alarms/event.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { AlarmLog } from "./alarm-log.ts";
import { alarmKey, flappingKey, type StoredAlarm } from "./stored-alarm.ts";

/** Maximum number of snoozed keys; those that end first are removed beyond. */
export const MAX_SNOOZES = 2_000;
/** A snooze is kept for this long after its end, because an episode in it may arrive later, ms. */
const KEPT_MS = 4 * DAY_MS;

/** A snooze of a key. Instants are ms UTC. */
type Snooze = {
  /** When it was set, and when it ends. */
  at: number;
  until: number;
  /** Level of the alarm when it was set; a more severe one cancels it. */
  level: StoredAlarm["level"];
};
type Episode = Pick<
  StoredAlarm,
  "key" | "level" | "startTime" | "endTime" | "seenAt" | "endSeenAt" | "marks"
>;
type NewEpisode = Omit<Episode, "marks">;

/** The snoozes of alarms by key. They hold for all episodes of a key, also for those that begin later. */
export class Snoozes {
  readonly #sql: SqlStorage;
  readonly #log: Pick<AlarmLog, "open" | "update">;
  readonly #now: () => number;

  constructor(sql: SqlStorage, log: Pick<AlarmLog, "open" | "update">, now: () => number) {
    this.#sql = sql;
    this.#log = log;
    this.#now = now;
  }

  /**
   * Snoozes the key of an open alarm in place of an earlier snooze.
   * @param until ms UTC
   */
  set({ key, level }: Pick<Episode, "key" | "level">, until: number): void {
    const now = this.#now();
    this.#sql.exec(
      `INSERT OR REPLACE INTO alarm_snoozes (key, at, until, level) VALUES (?, ?, ?, ?)`,
      alarmKey(key),
      now,
      until,
      level,
    );
    this.#sql.exec(
      `DELETE FROM alarm_snoozes WHERE until < ? OR key IN
        (SELECT key FROM alarm_snoozes ORDER BY until DESC, key LIMIT -1 OFFSET ${MAX_SNOOZES})`,
      now - KEPT_MS,
    );
    for (const row of this.#openRows(alarmKey(key))) this.#log.update(withSnooze(row, until));
  }

  /**
   * Cancels the snooze of a key if one of its episodes is more severe than the alarm was then, and not over
   * when it was snoozed.
   * @returns the rows of the key that it snoozed; null if it was not cancelled
   */
  cancelIfWorse(key: string, episodes: readonly NewEpisode[]): StoredAlarm[] | null {
    const snooze = episodes.length === 0 ? null : this.#find(key);
    if (snooze === null) return null;
    const { at, level } = snooze;
    if (!episodes.some((one) => isMoreSevere(one.level, level) && endOf(one) >= at)) return null;
    this.#sql.exec(`DELETE FROM alarm_snoozes WHERE key = ?`, key);
    const rows = this.#openRows(key).map((row) => withSnooze(row, null));
    for (const row of rows) this.#log.update(row);
    return rows;
  }

  /** Snoozes the new row of a flapping key if its episodes are. */
  join(row: StoredAlarm): StoredAlarm {
    const snoozedUntil = this.ofNew(row) ?? row.marks.snoozedUntil;
    if (snoozedUntil === row.marks.snoozedUntil) return row;
    const snoozed = withSnooze(row, snoozedUntil);
    this.#log.update(snoozed);
    return snoozed;
  }

  /** Returns until when a new episode is snoozed, ms UTC; null if it is not. */
  ofNew(episode: NewEpisode): number | null {
    const snooze = this.#find(alarmKey(episode.key));
    return snooze !== null && covers(snooze, episode) ? snooze.until : null;
  }

  /** Returns until when a changed row is snoozed, ms UTC; null if it is not. */
  ofChanged(before: Episode, episode: Episode): number | null {
    const own = episode.marks.snoozedUntil;
    const isWorse = isMoreSevere(episode.level, before.level);
    const isOver = episode.endTime !== null && (before.endTime !== null || !isWorse);
    if (isOver && own !== null) return own;
    const snooze = this.#find(alarmKey(episode.key));
    if (snooze !== null) return covers(snooze, episode) ? snooze.until : null;
    // A row that is active again does not take back what was cancelled meanwhile.
    const isAgain = before.endTime !== null && episode.endTime === null;
    return isAgain || isWorse ? null : own;
  }

  /** Returns the open episode of a key and the row that counts its episodes. */
  #openRows(key: string): StoredAlarm[] {
    return [key, flappingKey(key)].flatMap((stored) => this.#log.open.get(stored) ?? []);
  }

  #find(key: string): Snooze | null {
    const query = `SELECT at, until, level FROM alarm_snoozes WHERE key = ?`;
    return this.#sql.exec<Snooze>(query, key).toArray()[0] ?? null;
  }
}

export function withSnooze(alarm: StoredAlarm, snoozedUntil: number | null): StoredAlarm {
  return { ...alarm, marks: { ...alarm.marks, snoozedUntil } };
}

/** Whether an episode was active while its key was snoozed. */
function covers({ at, until }: Snooze, episode: NewEpisode): boolean {
  // Instants ahead of the server count as their time of receipt.
  return Math.min(episode.startTime, episode.seenAt) < until && endOf(episode) >= at;
}

function endOf({ endTime, endSeenAt }: NewEpisode): number {
  return endTime === null ? Number.POSITIVE_INFINITY : Math.min(endTime, endSeenAt ?? endTime);
}
