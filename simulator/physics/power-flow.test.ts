import fc from "fast-check";
import { expect, test } from "vitest";
import { drawFromBattery, inverterLoss, inverterPowerFor } from "./converters.ts";
import { type FlowInput, solveFlow } from "./power-flow.ts";

const watts = (max: number) => fc.double({ min: 0, max, noNaN: true });

const anyInput: fc.Arbitrary<FlowInput> = fc.record({
  on: fc.boolean(),
  inverterRatedW: fc.double({ min: 1_000, max: 20_000, noNaN: true }),
  chargerRatedW: fc.double({ min: 500, max: 20_000, noNaN: true }),
  panels: watts(20_000),
  pvInverter: watts(20_000),
  load: watts(30_000),
  battery: fc.oneof(
    fc.record({ charge: watts(12_000), discharge: watts(12_000), wanted: fc.constant(0) }),
    fc.record({ charge: watts(12_000), discharge: watts(12_000), wanted: watts(3_000) }),
    fc.constant({ charge: 0, discharge: 0, wanted: 0 }),
  ),
  grid: fc.option(fc.record({ exportLimit: fc.oneof(fc.constant(0), watts(10_000)) })),
  generator: fc.oneof(fc.constant(0), watts(12_000)),
});

test("in every plant the incoming energy is used, stored or lost", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const flow = solveFlow(input);
      const inflow = flow.solarCharger + flow.pvInverter + flow.grid + flow.generator;
      expect(inflow - flow.load - flow.battery - flow.losses).toBeCloseTo(0, 6);
      expect(flow.load + flow.unserved).toBeCloseTo(input.load, 6);
    }),
    { numRuns: 5_000 },
  );
});

test("no part of a site is driven past its limits", () => {
  const least = -1e-6;
  fc.assert(
    fc.property(anyInput, (input) => {
      const flow = solveFlow(input);
      for (const power of [
        flow.solarCharger,
        flow.pvInverter,
        flow.generator,
        flow.load,
        flow.losses,
        flow.unserved,
      ])
        expect(power).toBeGreaterThanOrEqual(least);
      expect(flow.solarCharger).toBeLessThanOrEqual(
        Math.min(input.panels, input.chargerRatedW) + 1e-6,
      );
      expect(flow.pvInverter).toBeLessThanOrEqual(input.pvInverter + 1e-6);
      expect(flow.battery).toBeLessThanOrEqual(input.battery.charge + 1e-6);
      expect(flow.battery).toBeGreaterThanOrEqual(
        -input.battery.discharge - inverterLoss(input.inverterRatedW, 0) - 1e-6,
      );
      expect(Math.abs(flow.inverter)).toBeLessThanOrEqual(input.inverterRatedW + 1e-6);
      expect(flow.generator).toBeLessThanOrEqual(input.generator + 1e-6);
      if (input.grid === null) expect(flow.grid).toBe(0);
      else expect(flow.grid).toBeGreaterThanOrEqual(-input.grid.exportLimit - 1e-6);
    }),
    { numRuns: 5_000 },
  );
});

test("the inverter's curve and its inverse agree, in both directions", () => {
  for (const power of [-8_000, -3_000, -60, 0, 60, 3_000, 8_000])
    expect(inverterPowerFor(8_000, drawFromBattery(8_000, power))).toBeCloseTo(power, 6);
  expect(4_000 / drawFromBattery(8_000, 4_000)).toBeCloseTo(0.9625, 4);
});

const house: FlowInput = {
  on: true,
  inverterRatedW: 5_000,
  chargerRatedW: 6_000,
  panels: 0,
  pvInverter: 0,
  load: 1_000,
  battery: { charge: 4_000, discharge: 4_000, wanted: 0 },
  grid: { exportLimit: 5_000 },
  generator: 0,
};

test("the sun goes to the load first, then to the battery, then to the grid", () => {
  const sunny = solveFlow({ ...house, panels: 3_000 });
  expect(sunny.grid).toBeCloseTo(0, 6);
  expect(sunny.battery).toBeGreaterThan(1_500);
  const full = solveFlow({
    ...house,
    panels: 3_000,
    battery: { charge: 0, discharge: 4_000, wanted: 0 },
  });
  expect(full.battery).toBeCloseTo(0, 6);
  expect(full.grid).toBeLessThan(-1_500);
});

test("at night the battery carries the load, and an empty one leaves it to the grid", () => {
  expect(solveFlow(house).battery).toBeLessThan(-1_000);
  const empty = solveFlow({ ...house, battery: { charge: 4_000, discharge: 0, wanted: 0 } });
  expect(empty.grid).toBeGreaterThan(1_000);
  expect(empty.battery).toBeCloseTo(0, 6);
});

test("with the inverters off the load hangs on the grid and a PV inverter gives nothing", () => {
  const off = solveFlow({ ...house, on: false, panels: 2_000, pvInverter: 3_000 });
  expect(off).toMatchObject({ grid: 1_000, load: 1_000, pvInverter: 0, inverter: 0 });
  expect(off.battery).toBeGreaterThan(1_900);
});

test("a site alone with an empty battery and no sun goes dark", () => {
  const dark = solveFlow({
    ...house,
    grid: null,
    battery: { charge: 4_000, discharge: 0, wanted: 0 },
  });
  expect(dark).toMatchObject({ shutDown: true, load: 0, unserved: 1_000, losses: 0 });
});

test("a generator carries the load and charges the battery", () => {
  const running = solveFlow({ ...house, grid: null, generator: 4_000 });
  expect(running.generator).toBeCloseTo(3_200, 0);
  expect(running.battery).toBeGreaterThan(1_800);
});

test("alone with a full battery the sun gives way", () => {
  const alone = solveFlow({
    ...house,
    grid: null,
    panels: 4_000,
    pvInverter: 2_000,
    battery: { charge: 0, discharge: 4_000, wanted: 0 },
  });
  expect(alone.solarCharger + alone.pvInverter).toBeLessThan(1_300);
  expect(alone.unserved).toBeCloseTo(0, 6);
});
