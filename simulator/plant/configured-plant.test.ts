import { expect, test } from "vitest";
import { checkSetting } from "#domain/registers/check-setting.ts";
import { equipmentTree } from "#domain/registers/equipment.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { house } from "../../tests/support/any-plant.ts";
import { synchronize } from "../logger/synchronize.ts";
import { simulatedPlant } from "../plant-profile.ts";
import { ConfiguredPlant } from "./configured-plant.ts";
import { SIMULATOR_TOKEN } from "./device-panel.ts";
import { SimulatedPlant } from "./simulated-plant.ts";

const NOON = Date.UTC(2026, 6, 1, 11);
const SITE = { systemType: "10001", systemCode: 5, versions: { communication: "1.0" } };
const PLACE = { latitude: 40, longitude: -4, altitude: 600, timeZone: "Europe/Madrid" };
const ON = "FFFF000400";

/** A site of two parallel inverters whose devices have all settings. */
function configure() {
  const profile = simulatedPlant.parse({ ...house, inverter: { ...house.inverter, units: 2 } });
  const make = () => new ConfiguredPlant(new SimulatedPlant(profile, PLACE, 1, NOON), SITE, "all");
  const plant = make();
  plant.skip(NOON + SECOND_MS);
  const findAddress = (name: string, equipment = "003311") => {
    const piece = plant.equipment.find(({ address }) => address === equipment);
    const register = piece?.registers.find(
      (one) => plant.settingOf(equipment + one.register)?.name === name,
    );
    return equipment + (register?.register ?? "");
  };
  return { plant, make, findAddress };
}

test("its tree is valid, and every setting has a value within its limits", () => {
  const { plant } = configure();
  expect(equipmentTree.safeParse(plant.equipment).error).toBeUndefined();
  const held = plant.held();
  expect(Object.keys(held).length).toBeGreaterThan(400);
  for (const [address, value] of Object.entries(held)) {
    const check = checkSetting(plant.equipment, address, value, SITE);
    if (!check.ok && check.reason === "outOfRange") expect.fail(`${address} = ${value}`);
  }
});

test("a setting is kept across restarts with its number of writes, and the plant's own too", () => {
  const { plant, make, findAddress } = configure();
  const beep = findAddress("buzzer", "006B11");
  expect(plant.write(beep, 1)).toBe(true);
  expect(plant.write("0033110031", 40)).toBe(true);
  const again = make();
  again.restore(JSON.parse(JSON.stringify(plant.snapshot())));
  expect([again.read(beep), again.read("0033110031")]).toEqual([1, 40]);
  expect([again.writesOf(beep), again.writesOf("0033110031")]).toEqual([1, 1]);
});

test("a snapshot of a release without settings restores the plant", () => {
  const { make } = configure();
  const old = make();
  old.write("0033110031", 40);
  const { plant } = old.snapshot();
  const again = make();
  again.restore(plant);
  expect(again.read("0033110031")).toBe(40);
});

test("what is only for switched off inverters is refused while they run", () => {
  const { plant, findAddress } = configure();
  const reset = findAddress("resetAllSettings");
  expect([plant.admits(reset), plant.write(reset, 1)]).toEqual([false, false]);
  plant.write("0033110031", 40);
  plant.write(ON, 0);
  expect([plant.admits(reset), plant.write(reset, 1)]).toEqual([true, true]);
  expect(plant.read("0033110031")).toBe(10);
  expect(plant.writesOf(reset)).toBe(0);
  expect(plant.read(reset)).toBe(null);
});

test("a reset of the battery settings leaves the others", () => {
  const { plant, findAddress } = configure();
  const [interval, mode] = [findAddress("fullChargeInterval"), "0033110021"];
  const before = plant.read(interval);
  plant.write(interval, 33);
  plant.write(mode, 1);
  plant.write(ON, 0);
  plant.write(findAddress("resetBatterySettings"), 1);
  expect([plant.read(interval), plant.read(mode)]).toEqual([before, 1]);
});

test("a fault lock is released only after the fault is removed", () => {
  const { plant, findAddress } = configure();
  const release = findAddress("releaseFaultLock");
  plant.impose({ kind: "inverter-fault" });
  plant.skip(NOON + 10 * SECOND_MS);
  expect(plant.write(release, 1)).toBe(false);
  plant.lift("inverter-fault");
  plant.skip(NOON + 20 * SECOND_MS);
  expect(plant.write(release, 1)).toBe(true);
});

test("settings are copied to another inverter while both are off, except its own", () => {
  const { plant, findAddress } = configure();
  plant.write("0033110031", 55);
  plant.write("0033110002", "first");
  const expires = NOON;
  const order = { from: "003311", to: ["003312"], expires };
  expect(synchronize(order, plant, plant, NOON)).toBe(409);
  plant.write(ON, 0);
  expect(synchronize(order, plant, plant, NOON + 1)).toBe(408);
  expect(synchronize({ ...order, to: ["006B11"] }, plant, plant, NOON)).toBe(400);
  expect(synchronize({ ...order, to: ["003311"] }, plant, plant, NOON)).toBe(400);
  expect(synchronize(order, plant, plant, NOON)).toBe(200);
  expect(plant.read("0033120031")).toBe(55);
  expect(plant.read("0033120002")).not.toBe("first");
  expect(plant.read(findAddress("label", "003312"))).toBe(plant.read("0033120002"));
});

test("the logger's own registers are its panel and its orders", () => {
  const { plant, findAddress } = configure();
  const of = (name: string) => findAddress(name, "006B11");
  expect([plant.read(of("remoteControlAllowed")), plant.read(of("settingsLock"))]).toEqual([1, 0]);
  plant.write(of("settingsLock"), 1);
  expect(plant.panel).toEqual({ remoteControl: true, lock: "locked" });
  expect([plant.admits("0033110031"), plant.admits(of("authorizationToken"))]).toEqual([
    false,
    true,
  ]);
  expect(plant.write(of("authorizationToken"), "wrong")).toBe(false);
  expect(plant.write(of("authorizationToken"), SIMULATOR_TOKEN)).toBe(true);
  expect(plant.panel.lock).toBe("unlocked");
  plant.takeActions();
  plant.write(of("setClock"), 1);
  plant.write(of("restartLogger"), 1);
  expect(plant.takeActions()).toEqual(["setClock", "restart"]);
  expect(plant.takeActions()).toEqual([]);
});
