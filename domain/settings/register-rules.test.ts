import fc from "fast-check";
import { expect, test } from "vitest";
import { CATALOGUE } from "../registers/catalogue/catalogue.ts";
import type { Equipment } from "../registers/equipment.ts";
import { AT_MOST, LESS_THAN } from "./ordered-settings.ts";
import { brokenRules } from "./register-rules.ts";
import { periodRegister } from "./time-control.ts";
import { tariffRegister } from "./time-of-use.ts";

function registerOf(typeCode: string, name: string): string {
  const found = [...(CATALOGUE.get(typeCode) ?? [])].find(([, entry]) => entry.name === name);
  if (found === undefined) throw new Error(`${typeCode} has no ${name}`);
  return found[0];
}

/** Checks settings of one piece of equipment, all of which are changed unless named otherwise. */
function check(
  typeCode: string,
  values: Record<string, number>,
  {
    changed = Object.keys(values),
    systemType = "10001",
    nominalVoltage = 48,
  }: { changed?: string[]; systemType?: string; nominalVoltage?: number } = {},
) {
  const piece = `${typeCode}11`;
  const byRegister = Object.entries(values).map(
    ([name, value]) => [registerOf(typeCode, name), value] as const,
  );
  const equipment: Equipment[] = [
    {
      address: piece,
      registers: byRegister.map(([register]) => ({ register, kind: "setting", access: "rw" })),
    },
  ];
  const known = new Map(byRegister.map(([register, value]) => [piece + register, value]));
  const written = new Set(changed.map((name) => piece + registerOf(typeCode, name)));
  return brokenRules(
    equipment,
    (address) => known.get(address),
    written,
    { systemType },
    nominalVoltage,
  );
}

test("the absorption voltage is at least the float voltage", () => {
  expect(check("0033", { absorptionVoltage: 54, floatVoltage: 54 })).toEqual([]);
  expect(check("0033", { absorptionVoltage: 53.9, floatVoltage: 54 })).toEqual([
    { rule: "order", addresses: ["0033111503", "0033111502"], max: 53.9 },
  ]);
  expect(check("0032", { absorptionVoltage: 53.9, floatVoltage: 54 })).toMatchObject([
    { rule: "order", addresses: ["0032110021", "0032110020"] },
  ]);
});

test("charge settings keep the table of the battery type, scaled to the battery's voltage", () => {
  const charge = { batteryType: 1, absorptionVoltage: 57.6, floatVoltage: 54, chargeRate: 0.25 };
  expect(check("0033", charge)).toEqual([]);
  expect(check("0033", { ...charge, absorptionVoltage: 58.1 })).toEqual([
    { rule: "charge table", addresses: ["0033111502", "0033111500"], max: 58 },
  ]);
  expect(check("0033", { ...charge, batteryType: 3, absorptionVoltage: 60 })).toEqual([]);
  expect(check("0033", { ...charge, chargeRate: 0.3 })).toMatchObject([
    { rule: "charge table", addresses: ["0033111504", "0033111500"], max: 0.25 },
  ]);
  // A changed type brings values that are not changed out of their range.
  expect(
    check(
      "0033",
      { ...charge, batteryType: 3, absorptionVoltage: 55 },
      { changed: ["batteryType"] },
    ),
  ).toMatchObject([{ rule: "charge table", min: 56 }]);
});

test("without a known system voltage the site's measured battery voltage decides on the table", () => {
  const equipment: Equipment[] = [
    {
      address: "003311",
      registers: ["1500", "1502"].map((register) => ({ register, kind: "setting", access: "rw" })),
    },
  ];
  const values = new Map([
    ["0033111500", 1],
    ["0033111502", 29],
  ]);
  const broken = (measured: number | null) =>
    brokenRules(
      equipment,
      (address) => (address === "FFFF000131" ? measured : values.get(address)),
      new Set(["0033111502"]),
    );
  expect(broken(26.3)).toEqual([]);
  expect(broken(52.9)).toMatchObject([{ rule: "charge table", min: 54 }]);
  expect(broken(null)).toEqual([]);
});

test("a solar charger's own system voltage decides on its table", () => {
  const charge = { batteryType: 0, absorptionVoltage: 28.2, floatVoltage: 27 };
  expect(check("0032", { ...charge, systemVoltage: 24 })).toEqual([]);
  expect(check("0032", { ...charge, systemVoltage: 0 })).not.toEqual([]);
});

test("a lithium battery is never equalised", () => {
  expect(check("0033", { batteryType: 3, equalizing: 1 })).toEqual([]);
  expect(check("0033", { batteryType: 7, equalizing: 1 })).toMatchObject([
    { rule: "no equalizing", addresses: ["0033111527", "0033111500"] },
  ]);
  expect(check("0033", { batteryType: 5, equalizing: 1 }, { systemType: "10003" })).toHaveLength(1);
  expect(check("0033", { batteryType: 7, equalizing: 0 })).toEqual([]);
});

test("a rule is not checked where none of its registers is changed", () => {
  const values = { absorptionVoltage: 53, floatVoltage: 54, batteryReserve: 20 };
  expect(check("0033", values, { changed: ["batteryReserve"] })).toEqual([]);
  expect(check("0033", values, { changed: ["floatVoltage"] })).toHaveLength(1);
});

/** Types of equipment of which each has both settings of a pair. */
const TYPES = [...CATALOGUE.keys()].filter((typeCode) => typeCode !== "FFFF");
const named = (typeCode: string, name: string) =>
  [...(CATALOGUE.get(typeCode)?.values() ?? [])].some((entry) => entry.name === name);
const pairs = [
  ...AT_MOST.map(([lower, upper]) => ({ lower, upper, equal: true })),
  ...LESS_THAN.map(([lower, upper]) => ({ lower, upper, equal: false })),
].map((pair) => ({
  ...pair,
  lower: pair.lower.replace("#", "2"),
  upper: pair.upper.replace("#", "2"),
}));

test.each(pairs)("$lower is below $upper", ({ lower, upper, equal }) => {
  const types = TYPES.filter((typeCode) => named(typeCode, lower) && named(typeCode, upper));
  expect(types.length).toBeGreaterThan(0);
  for (const typeCode of types) {
    const order = (low: number, high: number) =>
      check(typeCode, { [lower]: low, [upper]: high }).filter(({ rule }) => rule === "order");
    expect(order(20, 21)).toEqual([]);
    expect(order(20, 20)).toHaveLength(equal ? 0 : 1);
    expect(order(21, 20)).toHaveLength(1);
  }
});

test("heating ends before cooling does, and cooling starts before the warning", () => {
  const cabinet = { coolingStop: 20, coolingDifference: 6, heatingStart: 10, heatingDifference: 5 };
  expect(check("0077", cabinet)).toEqual([]);
  expect(check("0077", { ...cabinet, heatingStart: 16 })).toMatchObject([{ rule: "temperatures" }]);
  expect(check("0077", { ...cabinet, highTemperatureWarning: 27 })).toEqual([]);
  expect(check("0077", { ...cabinet, highTemperatureWarning: 26 })).toMatchObject([
    { rule: "temperatures" },
  ]);
});

test("periods and tariffs that overlap break the rule of times", () => {
  const period = (row: number, start: number, end: number, days: number) => ({
    [`periodStart ${row}`]: start,
    [`periodEnd ${row}`]: end,
    [`periodReservedSoc ${row}`]: 20,
    [`periodAcCharge ${row}`]: 1,
    [`periodOffAtSoc ${row}`]: 0,
    [`periodDays ${row}`]: days,
  });
  expect(check("0033", { ...period(1, 0, 360, 127), ...period(2, 360, 720, 127) })).toEqual([]);
  const overlapping = check("0033", { ...period(1, 0, 360, 127), ...period(2, 359, 720, 1) });
  expect(overlapping).toEqual([
    {
      rule: "times",
      addresses: [
        `003311${periodRegister(0, "start")}`,
        `003311${periodRegister(0, "end")}`,
        `003311${periodRegister(1, "start")}`,
        `003311${periodRegister(1, "end")}`,
        `003311${periodRegister(0, "days")}`,
        `003311${periodRegister(1, "days")}`,
      ],
    },
  ]);
  const tariff = (row: number, start: number, end: number) => ({
    [`tariffStart ${row}`]: start,
    [`tariffEnd ${row}`]: end,
    [`tariffPrice ${row}`]: 0.3,
  });
  expect(check("0033", { ...tariff(1, 0, 60), ...tariff(8, 30, 90) })).toMatchObject([
    { rule: "times", addresses: expect.arrayContaining([`003311${tariffRegister(7, "start")}`]) },
  ]);
});

test("values of any settings are compared without a failure, and only among changed equipment", () => {
  const names = [...(CATALOGUE.get("0033") ?? [])].filter(([, entry]) => entry.kind !== "text");
  const anyValues = fc.array(
    fc.tuple(
      fc.constantFrom(...names.map(([, { name }]) => name)),
      fc.integer({ min: -9, max: 99 }),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(anyValues, (pairsOfValues) => {
      const values = Object.fromEntries(pairsOfValues);
      const known = new Set(Object.keys(values).map((name) => `003311${registerOf("0033", name)}`));
      for (const { addresses } of check("0033", values))
        expect(addresses.every((address) => known.has(address))).toBe(true);
      expect(check("0033", values, { changed: [] })).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
