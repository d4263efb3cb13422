import { expect, test } from "vitest";
import { findValues, plain, shows, showsFirst } from "./read-values.ts";

test("numbers are read with their units, in English and Arabic", () => {
  expect(findValues("12.30 kWh 1,204 Wh before, 45% of consumption, 3.08 EUR")).toEqual([
    { value: 12_300, unit: "Wh", rounding: 5 },
    { value: 1_204, unit: "Wh", rounding: 0.5 },
    { value: 45, unit: "%", rounding: 0.5 },
    { value: 3.08, unit: "EUR", rounding: 0.005 },
  ]);
  expect(findValues("\u2066\u200e\u22121.2\u00a0MW\u2069 سابقًا")).toMatchObject([
    { value: -1_200_000, unit: "W" },
  ]);
  expect(plain("\u2067اليوم\u2069،\n 13:40")).toBe("اليوم، 13:40");
});

test("a value is shown if it differs by no more than its rounding and the share", () => {
  const text = "12.30 kWh, 9.00 kWh before";
  const wh = (value: number, share?: number) =>
    showsFirst(text, { unit: "Wh", value, ...(share !== undefined && { share }) });
  expect([wh(12_304, 0), wh(12_306, 0), wh(12_350), wh(12_400)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(showsFirst(text, { unit: "%", value: 12.3 })).toBe(false);
  expect(wh(9_000)).toBe(false);
  expect(shows(text, { unit: "Wh", value: 9_000 })).toBe(true);
});
