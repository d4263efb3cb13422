import type { AlarmLogPage, AlarmLogQuery, AlarmsToHide } from "#protocol/alarms.ts";
import { filterRows, SHOWN_END, SHOWN_START } from "./log-filter.ts";
import { MAX_ROWS, pruneLog } from "./prune-log.ts";
import {
  type AlarmSqlRow,
  describeAlarm,
  flappingKey,
  fromSqlRow,
  hiddenOf,
  type NewAlarm,
  NO_MARKS,
  type StoredAlarm,
  toBody,
} from "./stored-alarm.ts";

const NEW = { isPart: false, snoozedUntil: null };
/** Newest rows of a key among which its highest episode number is sought, which bounds the rows read. */
const NUMBERED_AMONG = 100;
/** Rows above the maximum are removed once in this many new ones. */
const PRUNE_EVERY = 64;
/** Maximum number of open alarms, which are held in memory; further ones are not logged. */
export const MAX_OPEN_ALARMS = 2_000;

const COLUMNS = `log_id, key, episode, source, level, address, start_at, active_at, end_at, body, marks, is_hidden`;
const SELECT = `SELECT ${COLUMNS} FROM alarm_log`;

/** The rows of the alarm log. The open ones are held in memory, by key. */
export class AlarmLog {
  readonly #sql: SqlStorage;
  #open: Map<string, StoredAlarm> | null = null;
  #revision = 0;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Increases with each change of a row. */
  get revision(): number {
    return this.#revision;
  }

  /** The open alarms by key. */
  get open(): ReadonlyMap<string, StoredAlarm> {
    return this.#openRows;
  }

  /** Returns the rows of a key that end at or after an instant or are open, ascending. */
  rowsSince(key: string, since: number): StoredAlarm[] {
    // Episodes of a key follow each other, so only the last one that begins earlier can last until then.
    const earlier = this.#select(
      `WHERE key = ? AND start_at < ? ORDER BY start_at DESC LIMIT 1`,
      key,
      since,
    ).filter(({ endTime }) => endTime === null || endTime >= since);
    return earlier.concat(
      this.#select(`WHERE key = ? AND start_at >= ? ORDER BY start_at`, key, since),
    );
  }

  /** Returns the newest rows of a key that begin before an instant, ascending. */
  rowsBefore(key: string, before: number, max: number): StoredAlarm[] {
    const newest = `WHERE key = ? AND start_at < ? ORDER BY start_at DESC LIMIT ?`;
    return this.#select(newest, key, before, max).reverse();
  }

  /** Returns the first rows of a key that begin from `from` to before `until`, ascending. */
  rowsBetween(key: string, from: number, until: number, max = MAX_ROWS): StoredAlarm[] {
    const first = `WHERE key = ? AND start_at >= ? AND start_at < ? ORDER BY start_at LIMIT ?`;
    return this.#select(first, key, from, until, max);
  }

  /** Returns the first row of a flapping key that begins after an instant and lacks its oldest episodes. */
  incompleteAfter(key: string, at: number): StoredAlarm | undefined {
    return this.#select(
      `WHERE key = ? AND start_at > ? AND body ->> '$.flapping.removed.until' IS NOT NULL ORDER BY start_at LIMIT 1`,
      flappingKey(key),
      at,
    )[0];
  }

  /** Returns number and levels of the rows of a key that begin from `from` to before `until`. */
  countBetween(key: string, from: number, until: number) {
    const rows = this.#sql.exec<{ level: string; count: number }>(
      `SELECT level, count(*) AS count FROM alarm_log WHERE key = ? AND start_at >= ? AND start_at < ?
        GROUP BY level`,
      key,
      from,
      until,
    );
    let count = 0;
    const levels: StoredAlarm["level"][] = [];
    for (const row of rows.toArray()) {
      count += row.count;
      levels.push(row.level as StoredAlarm["level"]);
    }
    return { count, levels };
  }

  /** Number of the newest row; 0 without any. */
  get newestId(): number {
    const query = `SELECT ifnull(max(log_id), 0) AS id FROM alarm_log`;
    return this.#sql.exec<{ id: number }>(query).one().id;
  }

  /** Returns the rows that were added after a row, without the episodes that another row counts. */
  rowsAfter(logId: number): StoredAlarm[] {
    const rows = this.#select(`WHERE log_id > ? ORDER BY log_id`, logId);
    return rows.filter(({ isPart }) => !isPart);
  }

  /** Finds a row; of an episode that another row counts, finds that one. */
  find(logId: number): StoredAlarm | undefined {
    const [row] = this.#select(`WHERE log_id = ?`, logId);
    if (!row?.isPart) return row;
    return this.rowsBefore(flappingKey(row.key), row.startTime + 1, 1)[0] ?? row;
  }

  /**
   * Adds the row of an episode.
   * @param state whether another row counts it, and until when it is snoozed
   * @returns null if there are too many open alarms
   */
  insert(
    alarm: NewAlarm,
    { isPart, snoozedUntil }: { isPart: boolean; snoozedUntil: number | null } = NEW,
  ): StoredAlarm | null {
    if (alarm.endTime === null && this.#openRows.size >= MAX_OPEN_ALARMS) return null;
    const episode = this.#newestEpisode(alarm.key) + 1;
    const marks = { ...NO_MARKS, snoozedUntil };
    const single = { isPart, isHidden: false, flapping: null, marks };
    const stored = this.add({ ...alarm, ...single, episode });
    if (stored.logId % PRUNE_EVERY === 0) pruneLog(this.#sql, this);
    return stored;
  }

  /** Adds a row. */
  add(alarm: Omit<StoredAlarm, "logId">): StoredAlarm {
    const { logId } = this.#sql
      .exec<{ logId: number }>(
        `INSERT INTO alarm_log (key, episode, source, level, address, start_at, active_at, end_at, body, marks,
          acknowledged_by, is_hidden) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING log_id AS logId`,
        alarm.key,
        alarm.episode,
        alarm.source,
        alarm.level,
        alarm.address,
        alarm.startTime,
        alarm.dateTime,
        alarm.endTime,
        toBody(alarm),
        JSON.stringify(alarm.marks),
        alarm.marks.acknowledged?.id ?? null,
        hiddenOf(alarm),
      )
      .one();
    const stored = { ...alarm, logId };
    this.#hold(stored);
    return stored;
  }

  /** Returns the highest number of a key: late data may have added an earlier episode with a higher one. */
  #newestEpisode(key: string): number {
    const last = this.#sql
      .exec<{ episode: number | null }>(
        `SELECT max(episode) AS episode FROM
          (SELECT episode FROM alarm_log WHERE key = ? ORDER BY start_at DESC LIMIT ?)`,
        key,
        NUMBERED_AMONG,
      )
      .toArray()[0];
    return last?.episode ?? 0;
  }

  /** Replaces a row. */
  update(given: StoredAlarm): void {
    const alarm = { ...given, isHidden: given.isHidden && given.endTime !== null };
    this.#sql.exec(
      `UPDATE alarm_log SET level = ?, start_at = ?, active_at = ?, end_at = ?, body = ?, marks = ?,
        acknowledged_by = ?, is_hidden = ? WHERE log_id = ?`,
      alarm.level,
      alarm.startTime,
      alarm.dateTime,
      alarm.endTime,
      toBody(alarm),
      JSON.stringify(alarm.marks),
      alarm.marks.acknowledged?.id ?? null,
      hiddenOf(alarm),
      alarm.logId,
    );
    this.#hold(alarm);
  }

  remove({ key, logId }: Pick<StoredAlarm, "key" | "logId">): void {
    this.#sql.exec(`DELETE FROM alarm_log WHERE log_id = ?`, logId);
    if (this.#openRows.get(key)?.logId === logId) this.#openRows.delete(key);
    this.#revision += 1;
  }

  /** Returns a page of the rows that are not hidden, newest first. */
  page(query: AlarmLogQuery): AlarmLogPage {
    const { logId } = query;
    const shown = logId === undefined ? undefined : this.find(logId)?.logId;
    const { where, values } = filterRows({ ...query, logId: shown ?? logId });
    const { total } = this.#sql
      .exec<{ total: number }>(`SELECT count(*) AS total FROM alarm_log ${where}`, ...values)
      .one();
    const rows = this.#select(
      `${where} ORDER BY ${SHOWN_START} DESC, log_id DESC LIMIT ? OFFSET ?`,
      ...values,
      query.size,
      Math.max(0, query.page - 1) * query.size,
    );
    return { total, rows: rows.map(describeAlarm) };
  }

  /**
   * Hides ended alarms.
   * @returns the rows that were not hidden before, the newest first
   */
  hide(which: AlarmsToHide): number[] {
    const ended = `is_hidden = 0 AND end_at IS NOT NULL`;
    const update = `UPDATE alarm_log SET is_hidden = 1 WHERE ${ended}`;
    if ("logIds" in which) {
      const ids = JSON.stringify(which.logIds);
      return this.#run(`${update} AND log_id IN (SELECT value FROM json_each(?))`, ids);
    }
    return this.#run(`${update} AND ${SHOWN_END} <= ?`, which.to ?? Number.MAX_SAFE_INTEGER);
  }

  /** Returns an alarm of each of the most frequent kinds among some rows, with the number of its rows. */
  countKinds(logIds: readonly number[], max: number): { alarm: StoredAlarm; count: number }[] {
    const rows = this.#sql.exec<{ id: number; count: number }>(
      `SELECT max(log_id) AS id, count(*) AS count FROM alarm_log
        WHERE log_id IN (SELECT value FROM json_each(?))
        GROUP BY address, body ->> '$.cause' ORDER BY count DESC, id DESC LIMIT ?`,
      JSON.stringify(logIds),
      max,
    );
    return rows.toArray().flatMap(({ id, count }) => {
      const alarm = this.find(id);
      return alarm === undefined ? [] : [{ alarm, count }];
    });
  }

  /** Removes the name of a deleted user. */
  anonymize(userId: number): void {
    for (const row of this.#select(`WHERE acknowledged_by = ?`, userId)) {
      const { acknowledged } = row.marks;
      if (acknowledged === null) continue;
      const marks = { ...row.marks, acknowledged: { ...acknowledged, by: "", id: null } };
      this.update({ ...row, marks });
    }
  }

  get #openRows(): Map<string, StoredAlarm> {
    if (this.#open === null) {
      const rows = this.#select(`WHERE end_at IS NULL`);
      this.#open = new Map(rows.map((row) => [row.key, row]));
    }
    return this.#open;
  }

  #hold(alarm: StoredAlarm): void {
    this.#revision += 1;
    if (alarm.endTime === null) this.#openRows.set(alarm.key, alarm);
    else if (this.#openRows.get(alarm.key)?.logId === alarm.logId) this.#openRows.delete(alarm.key);
  }

  #run(statement: string, ...values: SqlStorageValue[]): number[] {
    const rows = this.#sql.exec<{ id: number }>(`${statement} RETURNING log_id AS id`, ...values);
    return rows
      .toArray()
      .map(({ id }) => id)
      .sort((one, other) => other - one);
  }

  #select(rest: string, ...values: SqlStorageValue[]): StoredAlarm[] {
    return this.#sql
      .exec<AlarmSqlRow>(`${SELECT} ${rest}`, ...values)
      .toArray()
      .map(fromSqlRow);
  }
}
