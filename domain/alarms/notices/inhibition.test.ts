import { expect, test } from "vitest";
import type { AlarmCause } from "../alarm-row.ts";
import type { AlarmType } from "../site-rules.ts";
import { type Cause, type ClassifiedAlarm, findCause, portalCause } from "./causes.ts";
import { findInhibition } from "./inhibition.ts";

const MIN = 60_000;
const T = Date.UTC(2026, 5, 1, 12);

function alarm(
  address: string | null,
  cause: AlarmCause,
  more: Partial<ClassifiedAlarm> = {},
): ClassifiedAlarm {
  const key = `${address}/${JSON.stringify(cause)}`;
  const values = { value: null, startTime: T, endTime: null, registerName: null };
  return { key, address, cause, ...values, ...more };
}

function limit(alarmType: AlarmType, address: string, side: "low" | "high" = "low", value = 0) {
  return alarm(address, { kind: "limit", alarmType, name: null, side }, { value });
}

function reported(address: string, message: string) {
  return alarm(address, { kind: "event", code: null, message });
}

function condition(which: "noData" | "loggerOffline" | "equipmentMissing", address: string | null) {
  return alarm(address, { kind: "platform", condition: which });
}

const gridLost = reported("003311", "AC input lost");
const inputDead = limit("inputVoltage", "FFFF000118");
const inputSag = limit("inputVoltage", "FFFF000118", "low", 65);
const inputFrequency = limit("inputFrequency", "FFFF00011C");
const customGrid = limit("custom", "FFFF000110");
const pvGridEvent = reported("00FF11", "Grid voltage out of range");
const pvFanEvent = reported("00FF11", "Fan blocked");
const outputVoltage = limit("outputVoltage", "FFFF000128");
const outputPower = limit("outputPower", "0033110112");
const noData = condition("noData", "003311");
const offline = condition("loggerOffline", null);
const batteryGone = condition("noData", "006D11");
const bmsLost = reported("003311", "BMS communication lost");
const rackVoltage = limit("custom", "006D110101");
const otherRack = limit("custom", "006D120101");
const siteBattery = limit("batteryVoltage", "FFFF000131");
const solarLow = limit("custom", "FFFF000100");
const solarHigh = limit("custom", "FFFF000100", "high");
const pvLow = limit("custom", "00FF110103");

const night: Cause = {
  kind: "night",
  key: "night",
  equipment: null,
  startTime: T - 60 * MIN,
  endTime: T + 60 * MIN,
};

function isSuppressed(target: ClassifiedAlarm, cause: Cause | ClassifiedAlarm): boolean {
  const found = "kind" in cause ? cause : findCause(cause);
  return found !== null && findInhibition(target, [found], T) !== null;
}

test.each<[string, Cause | ClassifiedAlarm, ClassifiedAlarm[], ClassifiedAlarm[]]>([
  [
    "logger offline suppresses all alarms of the site",
    offline,
    [noData, inputDead, gridLost, solarHigh, rackVoltage, bmsLost],
    [offline],
  ],
  [
    "loss of the grid suppresses AC input limits and grid events of PV inverters",
    gridLost,
    [inputDead, inputSag, inputFrequency, customGrid, pvGridEvent],
    [gridLost, pvFanEvent, outputVoltage, noData, siteBattery, solarLow],
  ],
  [
    "an AC input without voltage suppresses the other AC input limits",
    inputDead,
    [inputFrequency, customGrid, pvGridEvent],
    [inputDead, gridLost, outputVoltage, limit("inputVoltage", "FFFF000119")],
  ],
  ["a low voltage is no loss of the grid", inputSag, [], [inputFrequency, customGrid]],
  [
    "a switch-off by the portal suppresses output limits and no data",
    portalCause("switchOff", T - MIN),
    [outputVoltage, outputPower, limit("custom", "FFFF000120"), noData, batteryGone],
    [inputDead, siteBattery, gridLost, offline, solarLow],
  ],
  [
    "a battery without data suppresses its limits and those of the site's battery",
    batteryGone,
    [rackVoltage, siteBattery, limit("custom", "FFFF000134")],
    [otherRack, noData, inputDead, solarLow],
  ],
  [
    "a reported loss of the battery's communication suppresses the limits of all batteries",
    bmsLost,
    [rackVoltage, otherRack, siteBattery],
    [batteryGone, inputDead],
  ],
  ["night suppresses solar low limits", night, [solarLow, pvLow], [solarHigh, rackVoltage, noData]],
])("%s", (_what, cause, suppressed, others) => {
  expect(suppressed.filter((target) => !isSuppressed(target, cause))).toEqual([]);
  expect(others.filter((target) => isSuppressed(target, cause))).toEqual([]);
});

test.each([
  ["AC input lost", "gridLost"],
  ["Grid failure", "gridLost"],
  ["Mains outage", "gridLost"],
  ["No grid", "gridLost"],
  ["AC input no. 2 overload", null],
  ["Grid code changed", null],
  ["Battery communication timeout", "batteryLost"],
  ["Lost connection to BMS", "batteryLost"],
  ["Battery charge low", null],
])("the event “%s” is recognised", (message, kind) => {
  expect(findCause(reported("003311", message))?.kind ?? null).toBe(kind);
});

test.each([
  ["acInputLost", "003311", "gridLost"],
  ["AC_INPUT_LOST", "00FF11", null],
  ["batteryCommunicationLost", "003311", "batteryLost"],
  ["bgkCommunicationLost", "006D11", "batteryLost"],
  ["meterCommunicationLost", "003311", null],
  ["batteryLow", "003311", null],
  ["acInputUnderVoltage", "003311", null],
])("the event with the code %s of %s is recognised in any language", (code, address, kind) => {
  for (const message of [null, "Netzausfall"])
    expect(findCause(alarm(address, { kind: "event", code, message }))?.kind ?? null).toBe(kind);
});

test("an event of a PV inverter is no loss of the grid, because it may only have tripped", () => {
  expect(findCause(reported("00FF11", "Grid lost"))).toBeNull();
});

test("of several causes the one that explains most is stated, and the last end counts", () => {
  const causes = [gridLost, { ...offline, endTime: T + MIN }].flatMap(
    (each) => findCause(each) ?? [],
  );
  const ended = causes.map((cause) => ({ ...cause, endTime: cause.endTime ?? T + 5 * MIN }));
  expect(findInhibition(inputFrequency, causes, T)).toEqual({ by: offline.key, until: null });
  expect(findInhibition(inputFrequency, ended, T)).toEqual({ by: offline.key, until: T + 7 * MIN });
});

test("an alarm that outlasts its cause by 120 s is notified", () => {
  const causes = [{ ...(findCause(gridLost) as Cause), endTime: T + 10 * MIN }];
  expect(findInhibition(inputFrequency, causes, T + 12 * MIN - 1)?.until).toBe(T + 12 * MIN);
  expect(findInhibition(inputFrequency, causes, T + 12 * MIN)).toBeNull();
});

test("a switch-off explains alarms for ten minutes", () => {
  const causes = [portalCause("switchOff", T)];
  expect(findInhibition(outputVoltage, causes, T + 12 * MIN - 1)).toEqual({
    by: "portal/switchOff",
    until: T + 12 * MIN,
  });
  expect(findInhibition(outputVoltage, causes, T + 12 * MIN)).toBeNull();
});

test("a cause that ended before an alarm began, or that has not begun, suppresses nothing", () => {
  const cause = findCause(gridLost) as Cause;
  expect(findInhibition(inputFrequency, [{ ...cause, endTime: T - 1 }], T)).toBeNull();
  expect(findInhibition(inputFrequency, [{ ...cause, startTime: T + 1 }], T)).toBeNull();
});

test("a custom limit of equipment is recognised by the name of its register", () => {
  const output = limit("custom", "0033110112");
  const cause = portalCause("update", T);
  expect(findInhibition(output, [cause], T)).toBeNull();
  expect(findInhibition({ ...output, registerName: "AC output power" }, [cause], T)).not.toBeNull();
});

test("a rule of a user on a grid voltage recognises an outage without any message", () => {
  const own = limit("custom", "FFFF000119");
  expect(findCause(own)?.kind).toBe("inputDead");
  expect(isSuppressed(inputFrequency, own)).toBe(true);
  expect(findCause(limit("custom", "FFFF000119", "low", 65))).toBeNull();
  expect(findCause(limit("custom", "FFFF000128"))).toBeNull();
  expect(findCause(limit("custom", "FFFF000119", "high"))).toBeNull();
});
