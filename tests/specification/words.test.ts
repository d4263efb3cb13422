import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MIN_SPAN_MS } from "#app/charts/time-window.ts";
import { breakpoints, tokens } from "#app/theme/tokens.ts";
import { LAYOUTS, sizeIn } from "#app/ui/banner/layouts.ts";
import { MIN_CROP_WIDTH_PX } from "#app/ui/crop/crop-picture.ts";
import { CLICKS_TO_OPEN } from "#app/ui/energy/click-count.ts";
import { LEAVE_AFTER_MS } from "#app/ui/leave-delay.ts";
import { ALARM_SOURCES } from "#domain/alarms/alarm-row.ts";
import { FAULT_CODES } from "#domain/alarms/fault-codes.ts";
import { AUTO_LEVELS, RULE_MONITORS } from "#domain/alarms/rule-choices.ts";
import { EQUIPMENT_STATUSES } from "#domain/devices/equipment-statuses.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import { BATTERY_STATUSES, POWER_SOURCES } from "#domain/sites/site-words.ts";
import branding from "#locales/en/branding.json" with { type: "json" };
import controls from "#locales/en/controls.json" with { type: "json" };
import energy from "#locales/en/energy.json" with { type: "json" };
import faults from "#locales/en/faults.json" with { type: "json" };
import problems from "#locales/en/problems.json" with { type: "json" };
import { RECONNECT_AFTER_MS, VIEWER_HEARTBEAT_MS } from "#protocol/viewer/limits.ts";
import { projectRoot } from "../house/source-tree.ts";

const words = (list: string) => list.split(", ");

test("statuses of sites, batteries and power sources are the words of the specification", () => {
  expect(siteStatus.options.toSorted()).toEqual(
    words("fault, normal, off, offline, standby, warning"),
  );
  expect(BATTERY_STATUSES).toEqual(words("charge, discharge, idle"));
  expect(POWER_SOURCES).toEqual(words("battery, grid, solar, inverter, generator, none, offline"));
});

test("statuses of equipment, of a BMS and of generators are the words of the specification", () => {
  const equipment = words(
    "off, on, charge, assist, bypass, fault, updated, standby, invert, charging, float, eq running, battery low, overload, manual start, normal, offline",
  );
  const bms = words("idle, ready, charging, discharge");
  const generator = words("running, not running, offline, break off");
  expect(new Set(EQUIPMENT_STATUSES)).toEqual(new Set([...equipment, ...bms, ...generator]));
});

test("type codes of equipment have the meaning of the specification", () => {
  const codes = {
    solarCharger: ["0032"],
    inverter: ["0033"],
    pvInverter: ["00FF", "005F"],
    pcs: ["008E", "005E"],
    generator: ["800A", "800D"],
    battery: ["006D", "008B", "008C"],
  };
  for (const [type, listed] of Object.entries(codes))
    for (const code of listed) expect(equipmentTypeOf(code), code).toBe(type);
});

test("codes of faults and their texts cover those of the specification", () => {
  const topics: Readonly<Record<string, RegExp>> = {
    "bus over-voltage": /^Bus over-voltage$/,
    "bus under-voltage": /^Bus under-voltage$/,
    "short circuit": /^Short circuit/,
    overload: /^Overload$/,
    "over-temperature": /^Over-temperature$/,
    "fan fault": /^Fan fault$/,
    "parallel errors": /parallel units/i,
    "battery limits": /^Battery (over|under)-voltage$/,
    "AC in and out limits": /(over|under)-voltage at the AC (input|output)$/i,
    "communication errors": /^No communication with/,
    "BGK module errors": /^BGK: /,
  };
  const texts = FAULT_CODES.map((code) => faults.code[code]);
  for (const [topic, words] of Object.entries(topics))
    expect(texts.filter((text) => words.test(text)).length, topic).toBeGreaterThan(0);
});

test("sources and levels of alarms are those of the specification", () => {
  expect(ALARM_SOURCES.toSorted()).toEqual(
    words("platform rule, system detection, system event rule, user rule"),
  );
  expect(AUTO_LEVELS).toEqual(words("off, faults, warnings"));
  expect(RULE_MONITORS).toEqual(words("disabled, faults, all"));
});

test("sizes of banners have the ratios and pixels of the specification", () => {
  expect(LAYOUTS.map(sizeIn)).toEqual([
    { width: 1500, height: 300 },
    { width: 750, height: 300 },
    { width: 500, height: 300 },
  ]);
  expect(LAYOUTS.map((count) => sizeIn(count).width / sizeIn(count).height)).toEqual([
    5,
    5 / 2,
    5 / 3,
  ]);
  expect(MIN_CROP_WIDTH_PX).toBe(50);
});

test("times and sizes of the application are those of the specification", () => {
  expect([RECONNECT_AFTER_MS, VIEWER_HEARTBEAT_MS, LEAVE_AFTER_MS]).toEqual([
    10_000, 20_000, 1_000,
  ]);
  expect([CLICKS_TO_OPEN, MIN_SPAN_MS]).toEqual([10, 1_000]);
  expect(tokens.sizes.sidebar?.value).toBe("210px");
  expect(Number.parseFloat(breakpoints.lg) * 16).toBe(992);
});

test("requests of the browser have the time limit of the specification", () => {
  const sources = globSync("app/api/*.ts", { cwd: projectRoot }).map((file) =>
    readFileSync(join(projectRoot, file), "utf8"),
  );
  const limits = sources.flatMap((source) => [
    ...source.matchAll(/^export const REQUEST_TIMEOUT_MS = (.*);$/gm),
  ]);
  expect(limits.map(([, limit]) => limit)).toEqual([
    expect.stringMatching(/^50(_000| \* SECOND_MS)$/),
  ]);
});

/** Sentences that the specification quotes, without regard to capitals and the full stop. */
const plain = (text: string) => text.toLowerCase().replace(/\.$/, "");

test.each([
  ["Credentials expired, please log in again", problems.sessionEnded],
  ["login information expired, please log in again", problems.notSignedIn],
  ["data error or timeout, please refresh and retry", problems.malformed],
  ["device offline or no data", problems.unavailable],
  ["your operation is too fast, please wait", problems.tooFast],
  ["please enter the correct advanced password", problems.advancedPasswordRequired],
  ["Wrong password, please try again", problems.wrongPassword],
  ["serial number is incorrect or does not exist", problems.wrongSerial],
  ["This item is not modified and does not need saving", problems.settingNotModified],
  ["Time setting error", problems.timesOverlap],
  ["Please set first", problems.setFirst],
  ["No log to clear", problems.noLog],
  ["no records to delete", problems.noRecords],
  ["Please input token", problems.tokenRequired],
  ["unable to set, make sure remote control is enabled on the device", problems.remoteControlOff],
  ["Update Success", controls.tokenDone],
  ["Submit successfully", branding.editor.saved],
  ["Submit successfully", energy.scale.submit_success],
])("“%s” is a text of the portal", (quoted, text) => {
  expect(plain(text)).toBe(plain(quoted));
});
