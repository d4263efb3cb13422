import { groupFlapping, MAX_EPISODES_PER_HOUR, QUIET_MS } from "#domain/alarms/notices/flapping.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import type { AlarmLog } from "./alarm-log.ts";
import { alarmKey, flappingKey, isLive, type StoredAlarm, worstOf } from "./stored-alarm.ts";

/** Episodes that are read at once. */
const READ_AT_ONCE = 64;

/** The time in which episodes of a key changed. Instants are ms UTC. */
export type ChangedSpan = {
  /** Earliest and latest start of a changed episode, before and after the change. */
  from: number;
  to: number;
  /** Latest end of a changed episode, before and after the change. */
  end: number;
  /** Whether episodes were only added or ended. */
  isContinued: boolean;
};

/** A changed row. */
export type Update = { before: StoredAlarm; alarm: StoredAlarm };

/** Rows that are shown in another way than before. */
export type Regrouped = {
  /** Episodes that a row of the flapping key counts from now on, and those that are rows again. */
  parts: StoredAlarm[];
  singles: StoredAlarm[];
  /** Rows of the flapping key. */
  inserted: { alarm: StoredAlarm; episodes: StoredAlarm[] }[];
  updated: Update[];
  removed: StoredAlarm[];
};

/** The row of a flapping key that lasts until the changed episodes, as far as it consists of earlier ones. */
type Begun = { row: StoredAlarm; last: StoredAlarm; count: number; level: StoredAlarm["level"] };

/** Returns the time of changed episodes before and after the change; null without any. */
export function spanOf(
  removed: readonly StoredAlarm[],
  updated: readonly Update[],
  inserted: readonly StoredAlarm[],
): ChangedSpan | null {
  const all = [...removed, ...updated.flatMap(({ before, alarm }) => [before, alarm]), ...inserted];
  if (all.length === 0) return null;
  const starts = all.map(({ startTime }) => startTime);
  const isSame = ({ before, alarm }: Update) =>
    before.startTime === alarm.startTime && before.level === alarm.level;
  return {
    from: Math.min(...starts),
    to: Math.max(...starts),
    end: Math.max(...all.map(({ endTime }) => endTime ?? Number.POSITIVE_INFINITY)),
    isContinued: removed.length === 0 && updated.every(isSame),
  };
}

/**
 * Groups the episodes of a key into rows again after some of them changed. Which episodes share a row follows from the
 * episodes alone, so it does not depend on the order in which they were found.
 * @param now ms UTC
 */
export function regroup(log: AlarmLog, key: string, given: ChangedSpan, now: number): Regrouped {
  const result: Regrouped = { parts: [], singles: [], inserted: [], updated: [], removed: [] };
  const changed = countFrozen(log, key, given, result);
  // A row that lacks its oldest episodes stays a row of its own, whatever is found before it.
  const incomplete = log.incompleteAfter(key, changed.from);
  regroupUntil(log, key, changed, { until: incomplete?.startTime, now }, result);
  if (incomplete !== undefined && changed.to >= incomplete.startTime) {
    const rest = { ...changed, from: incomplete.startTime, isContinued: false };
    const others = regroup(log, key, rest, now);
    for (const name of ["parts", "singles", "inserted", "updated", "removed"] as const)
      (result[name] as unknown[]).push(...others[name]);
  }
  return result;
}

/** Groups the episodes of a key again that begin before an instant. */
function regroupUntil(
  log: AlarmLog,
  key: string,
  changed: ChangedSpan,
  { until: limit, now }: { until: number | undefined; now: number },
  result: Regrouped,
): void {
  const { begun, earlier } = readEarlier(log, key, changed);
  const before = begun?.last ?? earlier.at(-1);
  const { later, until } = readLater(log, key, changed, before, limit);
  const episodes = [...earlier, ...later];
  const flappingAt = begun?.row.flapping?.at ?? 0;
  const resumed = begun === null ? null : { last: begun.last, flappingAt };
  const groups = groupFlapping(episodes, Number.POSITIVE_INFINITY, resumed);
  const from =
    begun?.row.startTime ?? Math.min(changed.from, earlier[0]?.startTime ?? changed.from);
  const known = new Set(log.rowsBetween(flappingKey(key), from, until));
  const found: { alarm: FoundRow; episodes: StoredAlarm[] }[] = [];
  for (const [index, group] of groups.entries()) {
    const isBegun = begun !== null && index === 0;
    const isFlapping = group.flappingAt !== null;
    for (const episode of isBegun ? group.episodes.slice(1) : group.episodes) {
      if (episode.isPart === isFlapping) continue;
      const shown = { ...episode, isPart: isFlapping };
      log.update(shown);
      (isFlapping ? result.parts : result.singles).push(shown);
    }
    if (group.flappingAt === null) continue;
    const isLast = until === Number.POSITIVE_INFINITY && index === groups.length - 1;
    const alarm = toRow(group.episodes, group.flappingAt, isBegun ? begun : null, isLast, now);
    found.push({ alarm, episodes: group.episodes });
  }
  const pairs = pairRows(found, known);
  for (const row of known) {
    log.remove(row);
    result.removed.push(row);
  }
  for (const { alarm, episodes: own } of found) {
    const row = pairs.get(alarm);
    if (row === undefined) {
      const isHidden = alarm.endTime !== null && own.every((one) => one.isHidden);
      result.inserted.push({
        alarm: log.add({ ...alarm, isHidden, isPart: false, marks: joinMarks(own) }),
        episodes: own,
      });
      continue;
    }
    const { logId, isHidden, inhibitedBy, episode, isRetroactive } = row;
    const marks = { ...row.marks, isLive: row.marks.isLive || own.some(isLive) };
    const kept = { logId, marks, isHidden, inhibitedBy, episode, isPart: false, isRetroactive };
    const updated = { ...alarm, ...kept };
    if (!isSame(row, updated)) result.updated.push({ before: row, alarm: updated });
  }
}

/**
 * Counts changed episodes by the row of a flapping key if they begin among those whose rows were removed. The number of
 * these does not change any more.
 * @returns the changed time after them
 */
function countFrozen(
  log: AlarmLog,
  key: string,
  changed: ChangedSpan,
  { parts }: Regrouped,
): ChangedSpan {
  const removed = log.rowsBefore(flappingKey(key), changed.from + 1, 1)[0]?.flapping?.removed;
  if (removed === undefined || changed.from > removed.until) return changed;
  const from = removed.until + 1;
  for (const episode of log.rowsBetween(key, changed.from, from)) {
    if (episode.isPart) continue;
    const part = { ...episode, isPart: true };
    log.update(part);
    parts.push(part);
  }
  return { ...changed, from, to: Math.max(changed.to, from), isContinued: false };
}

/** Returns the instant at which the key of a row has been quiet for long enough, ms UTC; null while it is active. */
export function findQuietAt(last: Pick<StoredAlarm, "endTime" | "endSeenAt">): number | null {
  const { endTime, endSeenAt } = last;
  // An end ahead of the server counts as its time of receipt.
  return endTime === null ? null : Math.min(endTime, endSeenAt ?? endTime) + QUIET_MS;
}

type FoundRow = Omit<StoredAlarm, "logId" | "marks" | "isHidden" | "isPart">;

/** Reads what precedes the changed episodes: the row that they may continue, or the single episodes that they may join. */
function readEarlier(
  log: AlarmLog,
  key: string,
  { from, isContinued }: ChangedSpan,
): { begun: Begun | null; earlier: StoredAlarm[] } {
  const rows = log.rowsBefore(flappingKey(key), from, 2);
  // A row that began to flap later consists of single episodes until then.
  const row = rows.findLast(({ flapping }) => {
    return flapping !== null && (flapping.removed?.until ?? flapping.at) < from;
  });
  const earlier = log.rowsBefore(key, from, MAX_EPISODES_PER_HOUR);
  const lastStart = row?.flapping?.lastStart ?? Number.NEGATIVE_INFINITY;
  const last = newestOf(row, earlier.at(-1));
  if (row === undefined || last === undefined || last.startTime > lastStart)
    return { begun: null, earlier: earlier.filter(({ startTime }) => startTime > lastStart) };
  if (isContinued && from >= lastStart) {
    const count = row.flaps - (from === lastStart ? 1 : 0);
    return { begun: { row, last, count, level: row.level }, earlier: [] };
  }
  const removed = row.flapping?.removed;
  const counted = removed === undefined ? row.startTime : removed.until + 1;
  const { count, levels } = log.countBetween(key, counted, from);
  const level = worstOf(removed === undefined ? levels : [...levels, removed.level]);
  return { begun: { row, last, count: count + (removed?.count ?? 0), level }, earlier: [] };
}

/** Returns the newer one of an episode and of those that a flapping row counts but whose rows were removed. */
function newestOf(row: StoredAlarm | undefined, last: StoredAlarm | undefined) {
  const removed = row?.flapping?.removed;
  if (row === undefined || removed === undefined) return last;
  if (last !== undefined && last.startTime > removed.until) return last;
  const { until: startTime, end: endTime } = removed;
  return { ...row, key: alarmKey(row.key), startTime, endTime, endSeenAt: null };
}

/** Reads the changed episodes and those after them, until one whose row does not depend on what is before it. */
function readLater(
  log: AlarmLog,
  key: string,
  { from, to, end }: ChangedSpan,
  before: StoredAlarm | undefined,
  limit = Number.POSITIVE_INFINITY,
): { later: StoredAlarm[]; until: number } {
  const later: StoredAlarm[] = [];
  let lastStart = Math.max(to, before?.startTime ?? to);
  let lastEnd = Math.max(end, before?.endTime ?? end);
  for (let next = from; ; ) {
    const rows = log.rowsBetween(key, next, limit, READ_AT_ONCE);
    for (const row of rows) {
      const { startTime, endTime } = row;
      const isApart = startTime - lastStart > HOUR_MS && startTime - lastEnd >= QUIET_MS;
      if (startTime > to && isApart) return { later, until: startTime };
      later.push(row);
      lastStart = Math.max(lastStart, startTime);
      lastEnd = Math.max(lastEnd, endTime ?? Number.POSITIVE_INFINITY);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_AT_ONCE) return { later, until: limit };
    next = last.startTime + 1;
  }
}

function toRow(
  episodes: readonly StoredAlarm[],
  at: number,
  begun: Begun | null,
  isLast: boolean,
  now: number,
): FoundRow {
  const first = begun?.row ?? (episodes[0] as StoredAlarm);
  const last = episodes.at(-1) ?? first;
  const own = begun === null ? episodes : episodes.slice(1);
  const quietAt = findQuietAt(last);
  const removed = begun?.row.flapping?.removed;
  const hasEnded = quietAt !== null && (!isLast || now >= quietAt);
  const { logId: _, marks: __, isHidden: ___, isPart: ____, ...row } = first;
  return {
    ...row,
    key: begun?.row.key ?? flappingKey(first.key),
    level: worstOf([...own.map(({ level }) => level), ...(begun === null ? [] : [begun.level])]),
    endTime: hasEnded ? last.endTime : null,
    endSeenAt: hasEnded ? last.endSeenAt : null,
    reason: hasEnded ? last.reason : null,
    isRetroactive: own.every((one) => one.isRetroactive) && (begun?.row.isRetroactive ?? true),
    inhibitedBy: last.inhibitedBy,
    flaps: own.length + (begun?.count ?? 0),
    flapping: { at, lastStart: last.startTime, ...(removed !== undefined && { removed }) },
  };
}

/** Finds for each row the stored one with the same start, else one that overlaps it, and takes it out of `known`. */
function pairRows(found: readonly { alarm: FoundRow }[], known: Set<StoredAlarm>) {
  const pairs = new Map<FoundRow, StoredAlarm>();
  const pair = (matches: (row: StoredAlarm, alarm: FoundRow) => boolean) => {
    for (const { alarm } of found) {
      if (pairs.has(alarm)) continue;
      const row = [...known].find((candidate) => matches(candidate, alarm));
      if (row === undefined) continue;
      pairs.set(alarm, row);
      known.delete(row);
    }
  };
  pair((row, alarm) => row.startTime === alarm.startTime);
  pair((row, alarm) => row.startTime <= lastStartOf(alarm) && alarm.startTime <= lastStartOf(row));
  return pairs;
}

function isSame(one: StoredAlarm, other: StoredAlarm): boolean {
  const shown = ({ startTime, dateTime, endTime, level, reason, ...row }: StoredAlarm) =>
    JSON.stringify([
      ...[startTime, dateTime, endTime, level, reason, row.value, row.limit, row.flaps],
      ...[row.flapping?.at, row.flapping?.lastStart, row.isRetroactive],
    ]);
  return shown(one) === shown(other);
}

function lastStartOf({ flapping, startTime }: Pick<StoredAlarm, "flapping" | "startTime">): number {
  return flapping?.lastStart ?? startTime;
}

/** Returns what users did with the episodes, for the row that counts them. */
function joinMarks(episodes: readonly StoredAlarm[]): StoredAlarm["marks"] {
  const [newest, previous] = [episodes.at(-1)?.marks, episodes.at(-2)?.marks];
  return {
    acknowledged: newest?.acknowledged ?? previous?.acknowledged ?? null,
    // An earlier episode may have kept a snooze that was cancelled.
    snoozedUntil: newest?.snoozedUntil ?? null,
    notified: null,
    isFlappingNotified: false,
    isLive: episodes.some(isLive),
  };
}
