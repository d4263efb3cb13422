import { expect, test } from "vitest";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { AlarmLog } from "#durable-objects/site/alarms/alarm-log.ts";
import { RuleVersions } from "#durable-objects/site/alarms/rule-versions.ts";
import { newSite } from "../probes/alarms/run.ts";
import { countRowsWritten, inSite } from "./series-support.ts";

const RULES = 40;
const UPLOADS = 60;

const rule = (ruleId: number) => ({
  ruleId,
  alarmType: "custom" as const,
  address: `00331101${(ruleId + 16).toString(16).toUpperCase()}`,
  addresses: [],
  unit: "V",
  min: 0,
  max: 1_000,
  lowAlarm: 200,
  lowClear: 210,
  highAlarm: 250,
  highClear: 240,
  isOneOf: null,
  sustainTime: 10,
  notifyAfter: 0,
  level: "fault" as const,
  monitor: "all" as const,
  isOpen: true,
});

test("a healthy site with 40 rules writes no further row, and hardly takes longer", () =>
  inSite("alarms-cost", ({ storage, clock }) => {
    const limits = Array.from({ length: RULES }, (_, index) => rule(index + 1));
    const site = newSite(storage, clock);
    const body = { bound: [], platformVersion: 0, removed: [], author: null };
    const rules = { ...site.alarms.rules.site, limits };
    new RuleVersions(storage.sql).add({ ...body, site: rules }, clock.now());
    const { alarms, series } = newSite(storage, clock);
    const batch = () => {
      clock.at += MINUTE_MS;
      const times = Array.from(
        { length: 6 },
        (_, index) => clock.at - (5 - index) * 10 * SECOND_MS,
      );
      // Values lie between the limits, and sometimes between alarm and clear limit.
      const values = times.map((_, index) => 220 + index * 5);
      return { times, columns: new Map(limits.map(({ address }) => [address, values] as const)) };
    };
    series.appendSamples(batch());
    const rowsOf = (isChecked: boolean) => {
      const countRows = countRowsWritten(storage);
      for (let upload = 0; upload < UPLOADS; upload++) {
        const next = batch();
        const examined = isChecked ? alarms.examineBatch(next, false) : null;
        series.appendSamples(next);
        if (isChecked) alarms.batchStored(next, examined, undefined);
      }
      return countRows();
    };
    expect(rowsOf(true)).toBe(rowsOf(false));
    expect(new AlarmLog(storage.sql).open.size).toBe(0);
    const next = batch();
    const checks = 2_000;
    const start = performance.now();
    for (let check = 0; check < checks; check++) alarms.examineBatch(next, false);
    const each = (performance.now() - start) / checks;
    console.log(`examining an upload for ${RULES} rules takes ${each.toFixed(4)} ms`);
    // It takes 0.02 ms; the bound allows for a busy machine.
    expect(each).toBeLessThan(0.5);
  }));
