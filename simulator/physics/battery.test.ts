import fc from "fast-check";
import { expect, test } from "vitest";
import type { BatteryProfile } from "../plant-profile.ts";
import { chargeBattery, limitsOf, openCircuitVoltage, terminalsOf } from "./battery.ts";

const lithium: BatteryProfile = {
  chemistry: "lithium",
  typeCode: "008B",
  model: "",
  capacityWh: 10_000,
  nominalV: 51.2,
  racks: 1,
  maxChargeW: 5_000,
  maxDischargeW: 5_000,
  reserve: 0.1,
};
const lead: BatteryProfile = { ...lithium, chemistry: "lead", nominalV: 48 };

test("a fuller battery rests at a higher voltage", () => {
  for (const battery of [lithium, lead])
    for (let soc = 0; soc < 1; soc += 0.01)
      expect(openCircuitVoltage(battery, soc + 0.01)).toBeGreaterThanOrEqual(
        openCircuitVoltage(battery, soc),
      );
  expect(openCircuitVoltage(lithium, 0.5)).toBeCloseTo(52.5, 0);
});

test("voltage rises when it charges and sags when it is discharged, and V times A is its power", () => {
  const rest = openCircuitVoltage(lithium, 0.5);
  const charging = terminalsOf(lithium, 0.5, 4_000);
  const discharging = terminalsOf(lithium, 0.5, -4_000);
  expect(charging.voltage).toBeGreaterThan(rest);
  expect(discharging.voltage).toBeLessThan(rest);
  expect(charging.voltage * charging.current).toBeCloseTo(4_000, 6);
  expect(discharging.voltage * discharging.current).toBeCloseTo(-4_000, 6);
});

test("discharging returns less energy than charging took", () => {
  const charged = chargeBattery(lithium, 0.5, 3_000, 1);
  expect(charged - 0.5).toBeLessThan(0.3);
  expect(charged - 0.5).toBeGreaterThan(0.27);
  expect(chargeBattery(lithium, charged, -3_000, 1)).toBeLessThan(0.5);
});

test("near full the battery charges more slowly, and its reserve stays", () => {
  expect(limitsOf(lithium, 0.5, 0.1, 0.01).charge).toBe(5_000);
  expect(limitsOf(lithium, 0.97, 0.1, 0.01).charge).toBeCloseTo(2_500, 6);
  expect(limitsOf(lithium, 1, 0.1, 0.01).charge).toBe(0);
  expect(limitsOf(lithium, 0.1, 0.1, 0.01).discharge).toBe(0);
  expect(limitsOf(lithium, 0.5, 0.1, 0.01).discharge).toBe(5_000);
});

test("within its limits a battery never leaves its range", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(lithium, lead),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(1, 10, 300)), {
        maxLength: 200,
      }),
      (battery, start, moves) => {
        let soc = start;
        for (const [share, seconds] of moves) {
          const hours = seconds / 3_600;
          const limits = limitsOf(battery, soc, 0.1, hours);
          const before = soc;
          soc = chargeBattery(
            battery,
            soc,
            share * (share > 0 ? limits.charge : limits.discharge),
            hours,
          );
          expect(soc).toBeLessThanOrEqual(1);
          if (share < 0) expect(soc).toBeGreaterThanOrEqual(Math.min(before, 0.1) - 1e-6);
        }
      },
    ),
  );
});
