import { expect, test } from "vitest";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import { newSite } from "../probes/alarms/run.ts";
import { inSite, type Opened } from "./series-support.ts";

const ADDRESS = "0033110107";
const AUTHOR = { id: 7, name: "Ada" };
const RULE: AlarmRule = {
  ruleId: 1_000,
  alarmType: "custom",
  address: ADDRESS,
  addresses: [],
  unit: "V",
  min: 0,
  max: 1_000,
  lowAlarm: null,
  lowClear: null,
  highAlarm: 250,
  highClear: 240,
  isOneOf: null,
  sustainTime: 0,
  notifyAfter: 0,
  level: "fault",
  monitor: "all",
  isOpen: true,
};

/** Values of episodes of one minute. */
function episodes(...minutes: number[]): [minute: number, value: number][] {
  return minutes.flatMap((minute): [number, number][] => [
    [minute, 260],
    [minute + 1, 230],
  ]);
}

/** A site with a limit of 250 V, whose voltage is above it in some minutes. */
function openBench({ storage, clock }: Opened) {
  let site = newSite(storage, clock);
  const rules = { ...site.alarms.rules.site, limits: [RULE] };
  site.versions.add(
    { site: rules, bound: [], platformVersion: 0, removed: [], author: null },
    clock.at - MINUTE_MS,
  );
  // The site's id is known once a logger was connected.
  storage.sql.exec(`INSERT OR REPLACE INTO facts (name, value) VALUES ('siteId', '1')`);
  const start = clock.at;
  const upload = (minutes: readonly [minute: number, value: number][], isBacklog = false) => {
    const { alarms, series } = site;
    const batch = {
      times: minutes.map(([minute]) => start + minute * MINUTE_MS),
      columns: new Map([[ADDRESS, minutes.map(([, value]) => value)]]),
    };
    const examined = alarms.examineBatch(batch, isBacklog);
    series.appendSamples(batch);
    alarms.batchStored(batch, examined, isBacklog);
    ring();
  };
  const ring = () => {
    const { alarms } = site;
    const isDue = alarms.noticeDueAt !== null && alarms.noticeDueAt <= clock.at;
    if (isDue) alarms.notifyDue();
  };
  const events = () =>
    storage.sql
      .exec<{ body: string }>(`SELECT body FROM alarm_outbox ORDER BY sequence`)
      .toArray()
      .map(({ body }) => JSON.parse(body) as SiteAlarmEvent);
  return {
    upload,
    /** Sends an episode of one minute, live. */
    episode(minute: number) {
      clock.at = start + minute * MINUTE_MS;
      upload([[minute, 260]]);
      clock.at += MINUTE_MS;
      upload([[minute + 1, 230]]);
    },
    at: (minute: number) => {
      clock.at = start + minute * MINUTE_MS;
      ring();
    },
    evaluateLate() {
      clock.at += MINUTE_MS;
      while (site.alarms.lateDueAt !== null) site.alarms.evaluateLate();
      ring();
    },
    restart: () => {
      site = newSite(storage, clock);
    },
    get alarms() {
      return site.alarms;
    },
    /** Rows as minutes of start and end, and their number of episodes. */
    rows: () =>
      site.alarms.readLog({ page: 1, size: 100 }).rows.map(({ startTime, endTime, flaps }) => {
        const minute = (at: number) => (at - start) / MINUTE_MS;
        return [minute(startTime), endTime === null ? null : minute(endTime), flaps];
      }),
    newest: () => site.alarms.readLog({ page: 1, size: 1 }).rows[0],
    /** Steps of the notifications; a repeated key is the same one. */
    steps: () => {
      const notices = events().flatMap(({ notice }) => notice ?? []);
      return [...new Map(notices.map(({ key, step }) => [key, step])).values()];
    },
    /** The rows that the rest of the system shows, as the last message about each states them. */
    mirror: () => {
      const newest = new Map(events().map(({ alarm }) => [alarm.logId, alarm]));
      return [...newest.values()]
        .filter(({ isHidden }) => !isHidden)
        .map(({ startTime, endTime, flaps }) => {
          const minute = (at: number) => (at - start) / MINUTE_MS;
          return [minute(startTime), endTime === null ? null : minute(endTime), flaps];
        });
    },
  };
}

test("the sixth episode in an hour makes one row and one notification until the key was quiet for 30 min", () =>
  inSite("alarms-flapping", (opened) => {
    const bench = openBench(opened);
    for (const minute of [0, 8, 16, 24, 32]) bench.episode(minute);
    expect(bench.rows()).toHaveLength(5);
    expect(bench.steps()).toEqual(Array(5).fill(["start", "end"]).flat());
    bench.episode(40);
    expect(bench.rows()).toEqual([[0, null, 6]]);
    bench.restart();
    for (const minute of [48, 70, 90]) bench.episode(minute);
    bench.restart();
    bench.episode(92);
    // After a wake-up the timer must know when the row may end.
    expect(bench.alarms.noticeTimerAt(false)).toBe(opened.clock.at + 30 * MINUTE_MS);
    expect(bench.rows()).toEqual([[0, null, 10]]);
    expect(bench.alarms.levels()).toEqual(["fault"]);
    expect(bench.mirror()).toEqual(bench.rows());
    bench.at(122);
    expect(bench.rows()).toEqual([[0, null, 10]]);
    bench.restart();
    expect(bench.alarms.noticeDueAt).toBe(opened.clock.at + MINUTE_MS);
    bench.at(123);
    expect(bench.rows()).toEqual([[0, 93, 10]]);
    expect(bench.mirror()).toEqual(bench.rows());
    expect(bench.steps().slice(10)).toEqual(["flapping", "end"]);
    bench.episode(130);
    expect(bench.rows()).toEqual([
      [130, 131, 0],
      [0, 93, 10],
    ]);
    expect(bench.steps().slice(12)).toEqual(["start", "end"]);
  }));

test("late data joins rows of their own into one and divides it again", () =>
  inSite("alarms-flapping-late", (opened) => {
    const bench = openBench(opened);
    for (const minute of [0, 8, 24, 32, 40]) bench.episode(minute);
    const notices = bench.steps().length;
    bench.at(100);
    bench.upload([[99, 230]]);
    // The episode in between was not sent until now, so the key flapped without anyone being notified.
    bench.upload([
      [15, 230],
      [16, 260],
      [17, 230],
    ]);
    bench.evaluateLate();
    expect(bench.rows()).toEqual([[0, 41, 6]]);
    expect(bench.mirror()).toEqual(bench.rows());
    expect(bench.steps()).toHaveLength(notices);
    // Higher values of the same instants win: the first two episodes become one.
    bench.upload([
      [1, 261],
      [8, 262],
    ]);
    bench.evaluateLate();
    expect(bench.rows()).toEqual([
      [40, 41, 0],
      [32, 33, 0],
      [24, 25, 0],
      [16, 17, 0],
      [0, 9, 0],
    ]);
    expect(bench.mirror().sort()).toEqual(bench.rows().sort());
    expect(bench.steps()).toHaveLength(notices);
  }));

test("a backlog that flaps is one row of the message, and live from then on if it still does", () =>
  inSite("alarms-flapping-backlog", (opened) => {
    const bench = openBench(opened);
    bench.at(300);
    bench.upload(episodes(200, 210, 220, 230, 240, 250, 260, 270, 280, 290), true);
    bench.evaluateLate();
    expect(bench.rows()).toEqual([[200, null, 10]]);
    expect(bench.steps()).toEqual([]);
    bench.alarms.summary.send();
    expect(bench.steps()).toEqual(["live", "summary"]);
    bench.episode(305);
    expect(bench.rows()).toEqual([[200, null, 11]]);
    bench.at(336);
    expect(bench.rows()).toEqual([[200, 306, 11]]);
    expect(bench.newest()?.isRetroactive).toBe(true);
    expect(bench.steps()).toEqual(["live", "summary", "end"]);
  }));

test("a row of a backlog that a live episode joins notifies by itself, and stays one found late", () =>
  inSite("alarms-flapping-joined", (opened) => {
    const bench = openBench(opened);
    bench.at(300);
    bench.upload(episodes(240, 250, 260, 270, 280, 290), true);
    bench.evaluateLate();
    bench.episode(302);
    expect(bench.rows()).toEqual([[240, null, 7]]);
    expect(bench.newest()?.isRetroactive).toBe(true);
    expect(bench.steps()).toEqual(["flapping"]);
    bench.alarms.summary.send();
    bench.at(333);
    expect(bench.steps()).toEqual(["flapping", "end"]);
  }));

test("a row that late data forms from an alarm that is live notifies that it flaps", () =>
  inSite("alarms-flapping-formed", (opened) => {
    const bench = openBench(opened);
    bench.at(300);
    bench.upload([...episodes(255, 266, 275, 285), [295, 260]], true);
    bench.evaluateLate();
    bench.alarms.summary.send();
    expect(bench.steps()).toEqual(["live", "summary"]);
    bench.upload([[259, 230], ...episodes(260), [265, 230]], true);
    bench.evaluateLate();
    expect(bench.rows()).toEqual([[255, null, 6]]);
    expect(bench.newest()?.isRetroactive).toBe(true);
    expect(bench.steps()).toEqual(["live", "summary", "flapping"]);
  }));

test("the message about a backlog lacks a snoozed key, whose alarm is notified at the end of the snooze", () =>
  inSite("alarms-backlog-snoozed", (opened) => {
    const bench = openBench(opened);
    bench.upload([[0, 260]]);
    const until = opened.clock.at + 400 * MINUTE_MS;
    expect(bench.alarms.snooze(bench.newest()?.logId ?? 0, until, AUTHOR)).toBe("done");
    bench.at(1);
    bench.upload([[1, 230]]);
    bench.at(300);
    bench.upload([...episodes(250), [290, 260]], true);
    bench.evaluateLate();
    bench.restart();
    bench.alarms.summary.send();
    bench.at(399);
    expect(bench.rows()).toHaveLength(3);
    expect(bench.steps()).toEqual(["start", "end"]);
    bench.restart();
    bench.at(400);
    expect(bench.steps()).toEqual(["start", "end", "start"]);
    expect(bench.newest()?.isRetroactive).toBe(true);
    bench.upload([[400.5, 230]]);
    expect(bench.steps()).toEqual(["start", "end", "start", "end"]);
  }));

test("the first late sample that raises an alarm is part of the message about it", () =>
  inSite("alarms-first-late", (opened) => {
    const bench = openBench(opened);
    bench.at(300);
    bench.upload([[200, 260]]);
    expect(bench.rows()).toEqual([[200, null, 0]]);
    bench.restart();
    expect(bench.alarms.summary.dueAt).toBe(opened.clock.at + 30 * MINUTE_MS);
    bench.alarms.summary.send();
    expect(bench.steps()).toEqual(["live", "summary"]);
  }));

test("an alarm of a clock that is ahead is notified when it is received", () =>
  inSite("alarms-clock-ahead", (opened) => {
    const bench = openBench(opened);
    bench.upload([[600, 260]]);
    expect(bench.steps()).toEqual(["start"]);
    bench.upload([[601, 230]]);
    expect(bench.steps()).toEqual(["start", "end"]);
  }));

test("what users did with the episodes holds for their row, and the other way round", () =>
  inSite("alarms-flapping-marks", (opened) => {
    const bench = openBench(opened);
    for (const minute of [0, 8, 16, 24]) bench.episode(minute);
    const newest = () => bench.alarms.readLog({ page: 1, size: 1 }).rows[0];
    const [first] = bench.alarms.readLog({ page: 1, size: 100 }).rows.toReversed();
    expect(bench.alarms.hide({ logIds: [first?.logId ?? 0] }, AUTHOR)).toBe(1);
    bench.episode(32);
    expect(bench.alarms.acknowledge(newest()?.logId ?? 0, AUTHOR)).toBe("done");
    bench.episode(40);
    expect(bench.rows()).toEqual([[0, null, 6]]);
    expect(newest()?.acknowledged?.by).toBe("Ada");
    expect(bench.alarms.hide({ to: null }, AUTHOR)).toBe(0);
    const until = opened.clock.at + 60 * MINUTE_MS;
    // The link of an earlier notification names an episode.
    expect(bench.alarms.snooze(first?.logId ?? 0, until, AUTHOR)).toBe("done");
    expect(newest()?.snoozedUntil).toBe(until);
    expect(bench.alarms.readLog({ page: 1, size: 1, logId: first?.logId }).rows).toEqual([
      newest(),
    ]);
    bench.at(75);
    expect(bench.rows()).toEqual([[0, 41, 6]]);
    expect(bench.mirror()).toEqual(bench.rows());
    expect(bench.alarms.hide({ to: null }, AUTHOR)).toBe(1);
    expect(bench.rows()).toEqual([]);
    // A message about it may still be on its way, so that it is hidden is sent, too.
    expect(bench.mirror()).toEqual([]);
  }));
