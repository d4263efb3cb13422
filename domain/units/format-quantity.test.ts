import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPercent, formatQuantity } from "./format-quantity.ts";
import { scaleQuantity, unscaleQuantity } from "./scale.ts";

const show = (value: number | null, unit: string, decimals?: number) =>
  formatQuantity(value, unit, { language: "en", decimals }).text.replace("\u00a0", " ");

test.each([
  [0, "W", "0 W"],
  [412, "W", "412 W"],
  [999.4, "W", "999.4 W"],
  [1000, "W", "1.00 kW"],
  [-3214, "W", "−3.21 kW"],
  [999_994, "Wh", "999.99 kWh"],
  [1_000_000, "Wh", "1.00 MWh"],
  [12_345_678_900, "Wh", "12,345.68 MWh"],
  [1500, "Hz", "1,500 Hz"],
  [51.236, "V", "51.24 V"],
] as const)("%d %s is shown as %s", (value, unit, text) => {
  expect(show(value, unit)).toBe(text);
});

test("a value that rounds up to the next thousand takes its prefix", () => {
  expect(show(999.996, "W")).toBe("1.00 kW");
  expect(show(999_996, "W")).toBe("1.00 MW");
});

test("a value that rounds to zero has no sign", () => {
  expect(show(-0.001, "W")).toBe("0 W");
});

test("no value is a dash, never zero", () => {
  expect([show(null, "W"), show(Number.NaN, "W")]).toEqual(["—", "—"]);
});

test("a register's own decimals hold where no prefix is needed", () => {
  expect([show(50, "Hz", 2), show(230.14, "V", 1), show(2301.4, "W", 0)]).toEqual([
    "50.00 Hz",
    "230.1 V",
    "2.30 kW",
  ]);
});

test("numbers follow the language", () => {
  expect(formatQuantity(3214, "W", { language: "de" }).number).toBe("3,21");
});

test("Arabic is written with the digits of the trade", () => {
  expect(formatQuantity(3214, "W", { language: "ar" }).number).toBe("3.21");
});

test("in a text from right to left the unit still stands behind its number", () => {
  expect(formatQuantity(3214, "W", { language: "ar" }).text).toBe("\u20663.21\u00a0kW\u2069");
});

test("the sign can be asked for, and zero has none", () => {
  const signed = (value: number) =>
    formatQuantity(value, "W", { language: "en", sign: "always" }).number;
  expect([signed(5), signed(-5), signed(0)]).toEqual(["+5", "−5", "0"]);
});

test("scaling and sending back keep the value", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.constantFrom("W", "Wh", "VA", "V", "A", "Hz", "%"),
      (value, unit) => {
        const scaled = scaleQuantity(value, unit);
        const back = unscaleQuantity(scaled.value, scaled.unit);
        expect(back.unit).toBe(unit);
        expect(back.value).toBeCloseTo(value, 3);
        expect(
          Math.abs(scaled.value) < 999.995 ||
            scaled.unit.startsWith("M") ||
            unit === "Hz" ||
            unit === "%",
        ).toBe(true);
      },
    ),
    { verbose: true },
  );
});

test.each([
  ["en", "45%"],
  ["zh", "45%"],
  ["de", "45\u00a0%"],
  ["es", "45\u00a0%"],
  ["fr", "45\u202f%"],
  ["ar", "\u206645%\u2069"],
])("a percentage is written as in %s", (language, text) => {
  expect(formatPercent(45, language)).toBe(text);
  expect(formatPercent(null, language)).toBe("—");
});
