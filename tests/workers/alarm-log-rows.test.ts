import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { AlarmLog } from "#durable-objects/site/alarms/alarm-log.ts";
import { regroup, spanOf } from "#durable-objects/site/alarms/flapping-rows.ts";
import { MAX_ROWS } from "#durable-objects/site/alarms/prune-log.ts";
import { flappingKey, type NewAlarm } from "#durable-objects/site/alarms/stored-alarm.ts";
import { inSite, START } from "./series-support.ts";

/** An ended episode of a minute, received as it happened unless stated otherwise. */
function episode(startTime: number, more: Partial<NewAlarm> = {}): NewAlarm {
  const endTime = startTime + MINUTE_MS;
  return {
    key: "rule/1/high",
    address: "0033110107",
    deviceName: "MK-5000",
    source: "user rule",
    ruleId: 1_000,
    eventNo: null,
    level: "fault",
    cause: { kind: "limit", alarmType: "custom", name: "Input", side: "high" },
    startTime,
    dateTime: startTime,
    endTime,
    value: 260,
    limit: 250,
    unit: "V",
    reason: "recovered",
    isRetroactive: false,
    inhibitedBy: null,
    flaps: 0,
    seenAt: startTime,
    endSeenAt: endTime,
    ...more,
  };
}

test("rows ahead of the clock are sorted, filtered and cleared by the time that the log shows", () =>
  inSite("alarm-log-ahead", ({ storage }) => {
    const log = new AlarmLog(storage.sql);
    const ahead = START + 2 * HOUR_MS;
    const early = { seenAt: START, endSeenAt: START + MINUTE_MS, key: "rule/2/high" };
    const first = log.insert(episode(ahead, early))?.logId;
    const second = log.insert(episode(START + HOUR_MS))?.logId;
    const ids = (query: object = {}) =>
      log.page({ page: 1, size: 10, ...query }).rows.map(({ logId }) => logId);
    expect(ids()).toEqual([second, first]);
    const { rows } = log.page({ page: 1, size: 10 });
    expect(rows.map(({ startTime }) => startTime)).toEqual([START + HOUR_MS, START]);
    expect(ids({ to: START + SECOND_MS })).toEqual([first]);
    expect(ids({ from: START + HOUR_MS })).toEqual([second]);
    expect(log.hide({ to: START + MINUTE_MS })).toEqual([first]);
    const plan = storage.sql
      .exec<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT log_id FROM alarm_log WHERE is_hidden = 0
          ORDER BY min(start_at, body ->> '$.seenAt') DESC, log_id DESC LIMIT 20`,
      )
      .toArray();
    expect(plan.map(({ detail }) => detail).join()).toContain("alarm_log_shown_start");
  }));

/** A log with a flapping key of 50 episodes, in which `more` further rows of another key make it too long. */
function flappingLog(storage: DurableObjectStorage) {
  const log = new AlarmLog(storage.sql);
  let now = START;
  const change = (alarm: NewAlarm) => {
    now = Math.max(now, alarm.startTime);
    const inserted = log.insert(alarm, {
      isPart: log.open.has(flappingKey(alarm.key)),
      snoozedUntil: null,
    });
    const span = spanOf([], [], inserted === null ? [] : [inserted]);
    if (span === null) return null;
    for (const { alarm: row } of regroup(log, alarm.key, span, now).updated) log.update(row);
    return inserted;
  };
  for (let index = 0; index < 50; index++) change(episode(START + index * 5 * MINUTE_MS));
  return {
    log,
    change,
    row: () => log.rowsBefore(flappingKey("rule/1/high"), Number.MAX_SAFE_INTEGER, 2),
    parts: () => log.countBetween("rule/1/high", 0, Number.MAX_SAFE_INTEGER).count,
    /** Fills the log with rows of another key, all at once. */
    fill() {
      const { sql } = storage;
      const before = sql.exec<{ n: number }>(`SELECT count(*) AS n FROM alarm_log`).one().n;
      sql.exec(
        `INSERT INTO alarm_log (key, episode, source, level, address, start_at, active_at, end_at, body, marks)
          WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MAX_ROWS - before})
          SELECT 'rule/2/high', n, 'user rule', 'fault', NULL, ${START} - n, ${START}, ${START},
            '{"seenAt":${START},"flaps":0}', '{}' FROM numbers`,
      );
      // Rows of other keys follow until the log removes its oldest ones.
      for (let index = 0; index < 128; index++)
        log.insert(episode(START + index * HOUR_MS, { key: `rule/${index + 10}/high` }));
    },
  };
}

test("removing the oldest episodes of a flapping key changes neither its row nor its count", () =>
  inSite("alarm-log-pruned", ({ storage }) => {
    const { log, change, row, parts, fill } = flappingLog(storage);
    const [before] = row();
    expect(before).toMatchObject({ flaps: 50, endTime: null, startTime: START });
    fill();
    // All but the newest one are removed.
    expect(parts()).toBe(1);
    expect(row()).toMatchObject([{ logId: before?.logId, flaps: 50, startTime: START }]);
    // The next episode continues it.
    change(episode(START + 50 * 5 * MINUTE_MS));
    expect(row()).toMatchObject([{ logId: before?.logId, flaps: 51, endTime: null }]);
    // A late one among those that are left adds to it, one among the removed ones is counted already.
    change(episode(START + (49 * 5 + 2) * MINUTE_MS));
    expect(row()).toMatchObject([{ logId: before?.logId, flaps: 52 }]);
    change(episode(START + 2 * MINUTE_MS));
    expect(row()).toMatchObject([{ logId: before?.logId, flaps: 52, startTime: START }]);
    // One before it stays a row of its own.
    const earlier = change(episode(START - 5 * MINUTE_MS));
    expect(row()).toMatchObject([{ logId: before?.logId, flaps: 52, startTime: START }]);
    expect(log.find(earlier?.logId ?? 0)).toMatchObject({ isPart: false });
    // After a restart it is the same.
    const other = new AlarmLog(storage.sql);
    expect(other.open.get(flappingKey("rule/1/high"))).toMatchObject({ flaps: 52 });
  }));
