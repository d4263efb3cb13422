import fc from "fast-check";
import { expect, test } from "vitest";
import { energyMoney } from "./energy-money.ts";
import { energyShares } from "./energy-shares.ts";

const wh = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }));
const price = fc.option(fc.double({ min: 0, max: 1_000, noNaN: true }));
const energies = fc.record({ solarWh: wh, consumptionWh: wh, importWh: wh, exportWh: wh });

test("shares are those of production and of consumption", () => {
  const day = { solarWh: 10_000, consumptionWh: 8_000, importWh: 2_000, exportWh: 4_000 };
  expect(energyShares(day)).toEqual({ selfConsumption: 0.6, selfSufficiency: 0.75 });
});

test("a share without its base or one of its terms is null", () => {
  const night = { solarWh: 0, consumptionWh: 900, importWh: 900, exportWh: 0 };
  expect(energyShares(night)).toEqual({ selfConsumption: null, selfSufficiency: 0 });
  expect(energyShares({ ...night, importWh: null }).selfSufficiency).toBeNull();
});

test("shares are null or from 0 to 1, whatever the counters say", () => {
  fc.assert(
    fc.property(energies, (some) => {
      for (const share of Object.values(energyShares(some)))
        expect(share === null || (share >= 0 && share <= 1)).toBe(true);
    }),
  );
});

test("money is the import at the price, the export at its tariff, and what solar energy saved", () => {
  const day = { solarWh: 10_000, consumptionWh: 8_000, importWh: 2_000, exportWh: 4_000 };
  const prices = { electricityPrice: 0.3, feedInPrice: 0.1 };
  const { importCost, exportIncome, saving } = energyMoney(day, prices);
  expect(importCost).toBeCloseTo(0.6);
  expect(exportIncome).toBeCloseTo(0.4);
  expect(saving).toBeCloseTo(2.2);
});

test("an amount is null exactly if its energy or price is unknown, and never negative", () => {
  fc.assert(
    fc.property(energies, price, price, (some, electricityPrice, feedInPrice) => {
      const money = energyMoney(some, { electricityPrice, feedInPrice });
      const isOf = (energy: number | null, per: number | null) => energy !== null && per !== null;
      expect(money.importCost !== null).toBe(isOf(some.importWh, electricityPrice));
      expect(money.exportIncome !== null).toBe(isOf(some.exportWh, feedInPrice));
      expect(money.saving !== null).toBe(
        isOf(some.solarWh, electricityPrice) && some.exportWh !== null,
      );
      for (const one of Object.values(money)) expect(one ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});
