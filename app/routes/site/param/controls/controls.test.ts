import { expect, test } from "vitest";
import { listFactorySettings } from "#domain/registers/catalogue/factory-settings.ts";
import type { Guard } from "../param-data.ts";
import type { Setting } from "../setting.ts";
import { commonReason, findBlocked, sharedReasons } from "./blocked-action.ts";
import { findFullChargeWait } from "./full-charge-wait.ts";
import { type ActionName, listControls, numberBeside } from "./list-controls.ts";

/** ms UTC */
const NOW = Date.UTC(2026, 5, 1, 12);

/** Settings of equipment as its catalogue describes them. */
function settingsOf(...equipment: string[]): Setting[] {
  return equipment.flatMap((address) =>
    listFactorySettings({ address }, { systemType: "10003" }).map(
      ({ described: { register, name = null, kind, access }, initial }) => ({
        ...{ address: address + register, register, kind, access, name, unit: "", limits: {} },
        ...{ endurance: 1, value: initial, at: null, writes: 0, writesToday: 0, drift: null },
        isDriftIgnored: false,
        ...(name === "synchronizeParameters" && { whenOff: true }),
        ...(name === "releaseFaultLock" && { danger: "power" }),
      }),
    ),
  );
}

const ALL = settingsOf("003311", "003312", "800D11", "006B11", "008B11", "FFFF00");
const OPEN = {
  locks: { areInvertersOff: true, hasRemoteControl: true, isLocked: false, isUnattended: false },
  ...{ isOnline: true, guards: [] as readonly Guard[], now: NOW },
};

function blockedBy(name: ActionName, facts: Partial<typeof OPEN> = {}, settings = ALL) {
  for (const card of listControls(settings))
    for (const row of card.rows)
      for (const action of row.actions)
        if (action.name === name) return findBlocked(card, row, action, { ...OPEN, ...facts });
  throw new Error(`${name} is no control`);
}

test("the contract's special controls are found in the catalogue, those of one kind together", () => {
  const cards = listControls(ALL).map(({ kind, rows }) => [
    kind,
    rows.map(({ equipment }) => equipment),
    [...new Set(rows.flatMap(({ actions }) => actions.map(({ name }) => name)))],
  ]);
  expect(cards).toEqual([
    ["inverters", ["FFFF00"], ["invertersOn", "invertersOff"]],
    ["generator", ["800D11"], ["generatorStart", "generatorStop", "generatorAutomatic"]],
    ["fullCharge", ["003311", "003312"], ["fullChargeStart", "fullChargeCancel"]],
    ["faultLock", ["003311", "003312", "800D11", "008B11"], ["releaseFaultLock"]],
    ["synchronization", ["003311", "003312"], ["synchronize"]],
    ["logger", ["006B11", "006B11"], ["setClock", "updateToken"]],
    [
      "reset",
      ["003311", "003311", "003312", "003312", "006B11", "008B11"],
      ["resetBattery", "resetAll", "resetLogger"],
    ],
  ]);
  expect(listControls([])).toEqual([]);
});

test("each reset is confirmed by a typed word, and no other control is", () => {
  const actions = listControls(ALL).flatMap(({ rows }) => rows.flatMap((row) => row.actions));
  for (const { name, isTyped } of actions)
    expect([name, isTyped]).toEqual([name, name.startsWith("reset")]);
});

test("a control is not offered offline, without remote control, under a lock, or unattended with a danger", () => {
  expect(blockedBy("setClock")).toBeNull();
  expect(blockedBy("setClock", { isOnline: false })?.reason).toBe("offline");
  const locked = (more: object) => ({ locks: { ...OPEN.locks, ...more } });
  expect(blockedBy("setClock", locked({ hasRemoteControl: false }))?.reason).toBe(
    "noRemoteControl",
  );
  expect(blockedBy("setClock", locked({ isLocked: true }))?.reason).toBe("locked");
  expect(blockedBy("setClock", locked({ isUnattended: true }))).toBeNull();
  expect(blockedBy("releaseFaultLock", locked({ isUnattended: true }))?.reason).toBe("unattended");
});

test("parameters are synchronised only while the inverters are off, and only with another device of the type", () => {
  const isOn = { locks: { ...OPEN.locks, areInvertersOff: false } };
  expect(blockedBy("synchronize")).toBeNull();
  expect(blockedBy("synchronize", isOn)?.reason).toBe("invertersOn");
  const unknown = { locks: { ...OPEN.locks, areInvertersOff: null as unknown as boolean } };
  expect(blockedBy("synchronize", unknown)?.reason).toBe("invertersOn");
  expect(blockedBy("synchronize", {}, settingsOf("003311", "008E11"))?.reason).toBe("single");
});

test("a generator is offered again at the instant that its guard names, without a reload", () => {
  const guards = [
    { address: "800D110010", value: 0, code: "generatorRunTime", until: NOW + 60_000 },
  ];
  expect(blockedBy("generatorStop", { guards })).toEqual({
    reason: "generatorRunTime",
    until: NOW + 60_000,
  });
  expect(blockedBy("generatorStart", { guards })).toBeNull();
  expect(blockedBy("generatorAutomatic", { guards })).toBeNull();
  expect(blockedBy("generatorStop", { guards, now: NOW + 60_000 })).toBeNull();
});

test("a fault lock is not offered while its fault is active", () => {
  const guards = [{ address: "0033111020", value: 1, code: "faultActive", until: null }];
  expect(blockedBy("releaseFaultLock", { guards })?.reason).toBe("faultActive");
});

test.each(["deviceOffline", "batteryOffline"])(
  "a control is not offered while its guard is %s",
  (code) => {
    const guards = [
      { address: "800D110010", value: 2, code, until: null },
      { address: "0033111020", value: 1, code, until: null },
    ];
    for (const name of ["generatorAutomatic", "releaseFaultLock"] as const)
      expect(blockedBy(name, { guards })).toEqual({ reason: code, until: null });
    expect(blockedBy("generatorStop", { guards })).toBeNull();
  },
);

test("a full charge waits for 19:00 to 07:00 of the site, or for the window that the device is set to", () => {
  const wait = (own: { start: number | null; end: number | null }, zone = "Etc/UTC") =>
    findFullChargeWait("10003", own, NOW, zone);
  const none = { start: null, end: null };
  expect(wait(none)).toEqual({ window: { start: 1_140, end: 420 }, minutes: 420 });
  expect(wait(none, "Asia/Tokyo")).toEqual({ window: { start: 1_140, end: 420 }, minutes: 0 });
  expect(wait({ start: 780, end: 900 })).toEqual({ window: { start: 780, end: 900 }, minutes: 60 });
  expect(wait({ start: 780, end: 780 })?.window).toEqual({ start: 1_140, end: 420 });
  expect(findFullChargeWait("10001", none, NOW, "Etc/UTC")).toBeNull();
  expect(findFullChargeWait(null, none, NOW, "Etc/UTC")).toBeNull();
});

test("a control finds the settings of its own equipment", () => {
  const rows = listControls(ALL).flatMap((card) => card.rows);
  const generator = rows.find(({ equipment }) => equipment === "800D11");
  const inverter = rows.find(({ equipment }) => equipment === "003311");
  if (generator === undefined || inverter === undefined) throw new Error("no equipment");
  expect(numberBeside(ALL, generator, "generatorStartDelay")).toBe(10);
  expect(numberBeside(ALL, inverter, "generatorStartDelay")).toBeNull();
  expect(numberBeside(ALL, inverter, "fullChargeStart")).toBe(1_140);
});

test("a reason that prevents all rows of a card alike is stated once", () => {
  const isOn = { reason: "invertersOn", until: null } as const;
  expect(commonReason([isOn, isOn], 2)).toEqual(isOn);
  expect(commonReason([isOn, null], 2)).toBeNull();
  expect(commonReason([isOn, { reason: "single", until: null }], 2)).toBeNull();
  expect(commonReason([isOn], 1)).toBeNull();
  expect(commonReason([null, null], 2)).toBeNull();
});

test("a reason that prevents an action in several rows of a card is stated once, with the action", () => {
  const isOn = { reason: "invertersOn", until: null } as const;
  const row = (action: ActionName, blocked: typeof isOn | null) => ({ action, blocked });
  const resets = Array.from({ length: 10 }, () => row("resetAll", isOn));
  expect(sharedReasons([...resets, row("resetAll", null), row("resetLogger", isOn)])).toEqual([
    { action: "resetAll", blocked: isOn },
  ]);
  expect(sharedReasons(resets.slice(0, 2))).toEqual([]);
});
