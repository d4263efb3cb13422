import fc from "fast-check";
import { expect, test } from "vitest";
import { checkSetting, equalWithin } from "./check-setting.ts";
import type { Equipment } from "./equipment.ts";

const tree: Equipment[] = [
  {
    address: "003311",
    registers: [
      {
        register: "0047",
        kind: "setting",
        access: "rw",
        unit: "V",
        min: 50,
        max: 300,
        step: 1,
        precision: 0,
      },
      { register: "0057", kind: "setting", access: "rw", min: 0, max: 2, step: 0.1 },
      { register: "0107", kind: "gauge", access: "r", unit: "V" },
      { register: "0020", kind: "enum", access: "rw", options: { "0": "single", "1": "parallel" } },
      { register: "0099", kind: "text", access: "rw" },
    ],
  },
  { address: "FFFF00", registers: [{ register: "0400", kind: "setting", access: "rw", max: 5 }] },
];

test("a value within the described range, step and options may be written", () => {
  expect(checkSetting(tree, "0033110047", 230)).toEqual({ ok: true, precision: 0 });
  expect(checkSetting(tree, "0033110057", 0.3)).toEqual({ ok: true, precision: 1 });
  expect(checkSetting(tree, "0033110020", 1)).toEqual({ ok: true, precision: 0 });
  expect(checkSetting(tree, "0033110099", "name")).toEqual({ ok: true, precision: 3 });
});

test.each([
  ["0033110047", 49],
  ["0033110047", 301],
  ["0033110047", 230.5],
  ["0033110047", Number.NaN],
  ["0033110047", "230"],
  ["0033110047", null],
  ["0033110057", 0.25],
  ["0033110020", 2],
  ["0033110099", 5],
] as const)("%s refuses %s as out of range", (address, value) => {
  expect(checkSetting(tree, address, value)).toMatchObject({ ok: false, reason: "outOfRange" });
});

test("where logger and catalogue both limit a value, both limits apply", () => {
  expect(checkSetting(tree, "FFFF000400", 1)).toMatchObject({ ok: true });
  expect(checkSetting(tree, "FFFF000400", 2)).toMatchObject({
    ok: false,
    reason: "outOfRange",
    limit: "options",
    limits: { min: 0, max: 1, step: 1, options: ["0", "1"] },
  });
});

test("a register that is read-only or not described is refused", () => {
  expect(checkSetting(tree, "0033110107", 1)).toEqual({ ok: false, reason: "readOnly" });
  expect(checkSetting(tree, "0033111111", 1)).toEqual({ ok: false, reason: "unknown" });
  expect(checkSetting([], "FFFF000400", 1)).toEqual({ ok: false, reason: "unknown" });
});

test("every whole step of a described range is accepted, with any number of decimals", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), (steps) => {
      expect(checkSetting(tree, "0033110057", steps * 0.1)).toMatchObject({ ok: true });
    }),
  );
});

test("a read-back within half of the last decimal equals the requested value", () => {
  expect(equalWithin(0, 230, 230.4)).toBe(true);
  expect(equalWithin(0, 230, 231)).toBe(false);
  expect(equalWithin(1, 0.3, 0.30000000000000004)).toBe(true);
  expect(equalWithin(0, 1, null)).toBe(false);
  expect(equalWithin(0, "a", "a")).toBe(true);
});
