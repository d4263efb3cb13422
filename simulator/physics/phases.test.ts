import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { shareLoad, splitOverPhases } from "./phases.ts";

const anyPower = fc.double({ min: -20_000, max: 20_000, noNaN: true });

test("the phases sum to the flow, and each balances by itself", () => {
  fc.assert(
    fc.property(
      fc.array(anyPower, { minLength: 5, maxLength: 5 }),
      fc.nat(),
      fc.constantFrom(1, 2, 3),
      fc.constantFrom("grid" as const, "inverter" as const, "generator" as const),
      (
        [charger = 0, pvInverter = 0, grid = 0, generator = 0, inverter = 0],
        seed,
        count,
        source,
      ) => {
        const load = pvInverter + grid + generator + inverter;
        const flow = {
          solarCharger: charger,
          pvInverter,
          grid,
          generator,
          inverter,
          load,
          battery: 0,
          unserved: 0,
          losses: 0,
          shutDown: false,
        };
        const phases = splitOverPhases(flow, shareLoad(seed, DAY_MS, count), source);
        expect(phases).toHaveLength(count);
        const sum = (name: "grid" | "generator" | "inverter" | "load" | "solar") =>
          phases.reduce((all, phase) => all + phase[name], 0);
        for (const name of ["grid", "generator", "inverter", "load"] as const)
          expect(sum(name)).toBeCloseTo(flow[name], 6);
        expect(sum("solar")).toBeCloseTo(charger + pvInverter, 6);
        for (const phase of phases)
          expect(pvInverter / count + phase.grid + phase.generator + phase.inverter).toBeCloseTo(
            phase.load,
            6,
          );
      },
    ),
  );
});

test("the load hangs unevenly on the phases, and the spread moves over the day", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const hours = Array.from({ length: 24 }, (_, hour) => shareLoad(seed, hour * HOUR_MS, 3));
    for (const shares of hours) {
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      for (const share of shares) expect(share).toBeGreaterThan(0.05);
    }
    for (const phase of [0, 1, 2]) {
      const day = hours.map((shares) => shares[phase] ?? 0);
      expect(Math.max(...day) - Math.min(...day)).toBeGreaterThan(0.05);
    }
  }
  expect(shareLoad(1, DAY_MS, 3)).toEqual(shareLoad(1, DAY_MS, 3));
  expect(shareLoad(1, DAY_MS, 1)).toEqual([1]);
});
