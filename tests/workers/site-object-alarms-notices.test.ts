import { expect, test } from "vitest";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import type { SiteAlarmEvent } from "#protocol/alarms.ts";
import { newSite } from "../probes/alarms/run.ts";
import { inSite } from "./series-support.ts";

const ADDRESS = "0033110107";
const LOW_OUTPUT: AlarmRule = {
  ruleId: 3,
  alarmType: "outputVoltage",
  address: ADDRESS,
  addresses: [],
  unit: "V",
  min: 0,
  max: 1_000,
  lowAlarm: 70,
  lowClear: 80,
  highAlarm: null,
  highClear: null,
  isOneOf: null,
  sustainTime: 10,
  notifyAfter: 0,
  level: "fault",
  monitor: "all",
  isOpen: true,
};

test("a switch-off by the portal suppresses output limits, until one outlasts it by two minutes", () =>
  inSite("alarms-switched-off", ({ storage, clock }) => {
    let { alarms, series, versions } = newSite(storage, clock);
    const site = { ...alarms.rules.site, limits: [LOW_OUTPUT] };
    versions.add({ site, bound: [], platformVersion: 0, removed: [], author: null }, clock.at);
    const send = (value: number) => {
      clock.at += 10 * SECOND_MS;
      const batch = { times: [clock.at], columns: new Map([[ADDRESS, [value]]]) };
      const examined = alarms.examineBatch(batch, false);
      series.appendSamples(batch);
      alarms.batchStored(batch, examined, undefined);
    };
    const steps = () =>
      storage.sql
        .exec<{ body: string }>(`SELECT body FROM alarm_outbox ORDER BY sequence`)
        .toArray()
        .flatMap(({ body }) => (JSON.parse(body) as SiteAlarmEvent).notice?.step ?? []);
    send(230);
    // The site's id is known once a logger was connected.
    storage.sql.exec(`INSERT INTO facts (name, value) VALUES ('siteId', '1')`);
    alarms.notices.notePortalAction("switchOff");
    ({ alarms, series, versions } = newSite(storage, clock));
    const switchedAt = clock.at;
    send(0);
    send(0);
    const [row] = alarms.readLog({ page: 1, size: 10 }).rows;
    expect(row).toMatchObject({ endTime: null, inhibitedBy: "portal/switchOff" });
    expect(steps()).toEqual([]);
    expect(alarms.noticeDueAt).toBe(switchedAt + 12 * MINUTE_MS);
    clock.at = switchedAt + 12 * MINUTE_MS;
    alarms.notifyDue();
    expect(steps()).toEqual(["start"]);
    expect(alarms.readLog({ page: 1, size: 10 }).rows[0]?.inhibitedBy).toBeNull();
  }));
