import {
  type AlarmSqlRow,
  alarmKey,
  FLAPPING_PREFIX,
  flappingKey,
  fromSqlRow,
  type StoredAlarm,
  worstOf,
} from "./stored-alarm.ts";

/** Maximum number of rows: an alarm every 26 minutes for a year. The oldest ended ones beyond are removed. */
export const MAX_ROWS = 20_000;

/** The log whose rows are removed. */
type Log = {
  rowsBefore(key: string, before: number, max: number): StoredAlarm[];
  countBetween(
    key: string,
    from: number,
    until: number,
  ): { count: number; levels: StoredAlarm["level"][] };
  update(alarm: StoredAlarm): void;
};

/** Key and start of the newest episode of each flapping key's rows. */
const NEWEST_EPISODES = `SELECT substr(key, length('${FLAPPING_PREFIX}') + 1), body ->> '$.flapping.lastStart'
  FROM alarm_log WHERE key > '${FLAPPING_PREFIX}' AND key < '${FLAPPING_PREFIX}' || char(0x10FFFF)`;

/**
 * Removes the oldest ended rows above the maximum, first the episodes that another row counts. That row keeps their
 * number and its newest episode, with which the next one continues it.
 */
export function pruneLog(sql: SqlStorage, log: Log): void {
  const { excess } = sql
    .exec<{ excess: number }>(`SELECT count(*) - ${MAX_ROWS} AS excess FROM alarm_log`)
    .one();
  if (excess <= 0) return;
  const oldest = sql
    .exec<AlarmSqlRow>(
      `SELECT * FROM alarm_log
        WHERE end_at IS NOT NULL AND NOT (is_hidden & 2 AND (key, start_at) IN (${NEWEST_EPISODES}))
        ORDER BY is_hidden & 2 DESC, log_id LIMIT ?`,
      excess,
    )
    .toArray()
    .map(fromSqlRow);
  const incomplete = new Map<number, { row: StoredAlarm; parts: StoredAlarm[] }>();
  for (const part of oldest.filter(({ isPart }) => isPart)) {
    const [row] = log.rowsBefore(flappingKey(part.key), part.startTime + 1, 1);
    if (row === undefined) continue;
    const held = incomplete.get(row.logId);
    if (held === undefined) incomplete.set(row.logId, { row, parts: [part] });
    else held.parts.push(part);
  }
  for (const { row, parts } of incomplete.values()) countRemoved(log, row, parts);
  const ids = JSON.stringify(oldest.map(({ logId }) => logId));
  sql.exec(`DELETE FROM alarm_log WHERE log_id IN (SELECT value FROM json_each(?))`, ids);
}

/** Notes in the row of a flapping key how many of its episodes are removed. Call it before their removal. */
function countRemoved(log: Log, row: StoredAlarm, parts: readonly StoredAlarm[]): void {
  if (row.flapping === null) return;
  const { removed } = row.flapping;
  const starts = parts.map(({ startTime }) => startTime);
  const until = Math.max(...starts, removed?.until ?? row.startTime);
  const from = removed === undefined ? row.startTime : removed.until + 1;
  const { count, levels } = log.countBetween(alarmKey(row.key), from, until + 1);
  const ends = parts.map(({ endTime, startTime }) => endTime ?? startTime);
  const counted = {
    until,
    end: Math.max(...ends, removed?.end ?? until),
    count: count + (removed?.count ?? 0),
    level: worstOf(removed === undefined ? levels : [...levels, removed.level]),
  };
  log.update({ ...row, flapping: { ...row.flapping, removed: counted } });
}
