import { expect, test } from "vitest";
import type { AlarmRule } from "#domain/alarms/site-rules.ts";
import { equipmentTree } from "#domain/registers/equipment.ts";
import type { RegisterValue } from "#domain/registers/register.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { previewRule } from "#durable-objects/site/alarms/preview-rule.ts";
import { EquipmentRecord } from "#durable-objects/site/equipment/equipment-record.ts";
import { KeyValueStore } from "#durable-objects/site/key-value-store.ts";
import { newSite } from "../probes/alarms/run.ts";
import { inSite, type Opened } from "./series-support.ts";

const FREQUENCY = "FFFF00011C";
const [U, V] = ["FFFF000118", "FFFF000119"];
const RULE: AlarmRule = {
  ruleId: 10,
  alarmType: "inputFrequency",
  address: FREQUENCY,
  addresses: ["0033110105"],
  unit: "Hz",
  min: 0,
  max: 500,
  lowAlarm: 40,
  lowClear: 41,
  highAlarm: 70,
  highClear: 69,
  isOneOf: null,
  sustainTime: 10,
  notifyAfter: 0,
  level: "fault",
  monitor: "all",
  isOpen: true,
};
const TREE = [
  {
    address: "003311",
    registers: [
      { register: "0105", name: "AC input frequency", kind: "gauge", access: "r", unit: "Hz" },
      { register: "0107", name: "AC input voltage U", kind: "gauge", access: "r", unit: "V" },
      { register: "0108", name: "AC input voltage V", kind: "gauge", access: "r", unit: "V" },
    ],
  },
];

function openBench({ storage, clock }: Opened) {
  new EquipmentRecord(new KeyValueStore(storage.sql)).replace(equipmentTree.parse(TREE));
  const site = newSite(storage, clock);
  const { alarms, series, versions } = site;
  const rules = { ...alarms.rules.site, limits: [RULE] };
  versions.add(
    { site: rules, bound: [], platformVersion: 0, removed: [], author: null },
    clock.at - MINUTE_MS,
  );
  const upload = (times: number[], values: Record<string, RegisterValue[]>) => {
    const batch = { times, columns: new Map(Object.entries(values)) };
    const examined = alarms.examineBatch(batch, false);
    series.appendSamples(batch);
    alarms.batchStored(batch, examined, undefined);
    return examined;
  };
  return {
    ...site,
    upload,
    /** Sends one instant, 10 s after the previous one. */
    send: (values: Record<string, RegisterValue>) => {
      clock.at += 10 * SECOND_MS;
      const columns = Object.entries(values).map(([address, value]) => [address, [value]]);
      return upload([clock.at], Object.fromEntries(columns));
    },
    evaluateLate: () => {
      clock.at += MINUTE_MS;
      while (alarms.lateDueAt !== null) alarms.evaluateLate();
    },
    rows: () => alarms.readLog({ page: 1, size: 10 }).rows,
  };
}

test("an outage of the grid raises no alarm of its frequency, a wrong frequency with a voltage does", () =>
  inSite("alarms-lines", (opened) => {
    const { send, rows, alarms } = openBench(opened);
    const from = opened.clock.at;
    send({ [FREQUENCY]: 50, [U]: 230, [V]: 231 });
    for (let index = 0; index < 6; index++) {
      const examined = send({ [FREQUENCY]: 0, [U]: 0, [V]: 1.5 });
      expect(examined).toBeNull();
    }
    expect(rows()).toEqual([]);
    const preview = () =>
      previewRule(alarms.lines, RULE, { from, until: opened.clock.at + 1 }, () => {});
    expect(preview()).toBe(0);
    // One phase is still there.
    for (let index = 0; index < 3; index++) send({ [FREQUENCY]: 38, [U]: 0, [V]: 180 });
    expect(rows()).toMatchObject([{ value: 38, endTime: null }]);
    expect(preview()).toBe(1);
    // Without a voltage the alarm is neither ended nor repeated.
    for (let index = 0; index < 3; index++) send({ [FREQUENCY]: 50, [U]: 0, [V]: 0 });
    expect(rows()).toMatchObject([{ value: 38, endTime: null }]);
    for (let index = 0; index < 3; index++) send({ [FREQUENCY]: 50, [U]: 230, [V]: 230 });
    expect(rows()).toMatchObject([{ value: 38, reason: "recovered" }]);
  }));

test("a frequency whose voltage is not known is a value, until the voltage arrives", () =>
  inSite("alarms-lines-late", (opened) => {
    const { send, rows, upload, evaluateLate } = openBench(opened);
    const times: number[] = [];
    for (const value of [50, 0, 0, 0, 0]) {
      send({ [FREQUENCY]: value });
      times.push(opened.clock.at);
    }
    expect(rows()).toMatchObject([{ value: 0, endTime: null }]);
    upload(times, { [U]: [230, 0, 0, 0, 0] });
    evaluateLate();
    expect(rows()).toEqual([]);
    upload(times, { [V]: [230, 230, 230, 230, 230] });
    evaluateLate();
    expect(rows()).toMatchObject([{ value: 0, startTime: times[1] }]);
  }));

test("the frequency of equipment needs the voltage that has its name", () =>
  inSite("alarms-lines-equipment", (opened) => {
    const { send, rows } = openBench(opened);
    send({ "0033110105": 50, "0033110107": 230, "0033110108": 230 });
    for (let index = 0; index < 3; index++)
      send({ "0033110105": 0, "0033110107": 0, "0033110108": 0 });
    expect(rows()).toEqual([]);
    for (let index = 0; index < 3; index++)
      send({ "0033110105": 39, "0033110107": 0, "0033110108": 230 });
    expect(rows()).toMatchObject([{ address: "0033110105", value: 39 }]);
  }));

test("a frequency of a line without voltage is data: an outage of hours is no alarm of missing data", () =>
  inSite("alarms-lines-data", (opened) => {
    const { send, rows, alarms, series } = openBench(opened);
    send({ "0033110105": 50, "0033110107": 230, "0033110108": 230 });
    for (let index = 0; index < 20; index++) {
      opened.clock.at += 10 * MINUTE_MS;
      send({ "0033110105": 0, "0033110107": 0, "0033110108": 0 });
    }
    expect(series.latest.get("0033110105")?.v).toBeNull();
    alarms.platform.check();
    expect(rows()).toEqual([]);
    // Nor is a single sample without a value.
    send({ "0033110105": null, "0033110107": 0, "0033110108": 0 });
    alarms.platform.check();
    expect(rows()).toEqual([]);
    opened.clock.at += 61 * MINUTE_MS;
    alarms.platform.check();
    expect(rows()).toMatchObject([{ cause: { condition: "noData" } }]);
  }));
