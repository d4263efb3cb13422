import { expect, test } from "vitest";
import { CURRENCY_CODES, currencyCode, currencyOf } from "./currency.ts";

test("every currency is one that the platform can name, once", () => {
  const names = new Intl.DisplayNames("en", { type: "currency", fallback: "none" });
  // The platform's names may be older than these.
  const young = ["XCG", "ZWG"];
  const unnamed = CURRENCY_CODES.filter((code) => names.of(code) === undefined);
  expect(unnamed.filter((code) => !young.includes(code))).toEqual([]);
  expect(new Set(CURRENCY_CODES).size).toBe(CURRENCY_CODES.length);
});

test("a currency is a code of ISO 4217, in upper or lower case", () => {
  expect(currencyCode.parse(" eur ")).toBe("EUR");
  for (const wrong of ["", "EU", "XXX", "EURO", "DEM", "toString"])
    expect(currencyCode.safeParse(wrong).success, wrong).toBe(false);
});

test("a country's currency is found, and none where there is none", () => {
  expect(["DE", "US", "CH", "JO", "HR"].map(currencyOf)).toEqual([
    "EUR",
    "USD",
    "CHF",
    "JOD",
    "EUR",
  ]);
  expect([currencyOf("AQ"), currencyOf(""), currencyOf("ZZ")]).toEqual([null, null, null]);
});
