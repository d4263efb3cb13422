import { expect, test } from "vitest";
import { addsToFault, FAULT_CODES, faultCodeOf, normalizeFaultCode } from "./fault-codes.ts";

test.each(["busOverVoltage", "BUS_OVER_VOLTAGE", "bus over-voltage", " Bus Over Voltage "])(
  "a code is recognised in the spelling “%s”",
  (code) => {
    expect(faultCodeOf(code)).toBe("busOverVoltage");
  },
);

test("numbers of manufacturers, unknown codes and no code are none of the catalogue", () => {
  for (const code of ["0007", "F7", "busOverVoltage2", "", null, undefined])
    expect(faultCodeOf(code), `${code}`).toBeNull();
});

test("no two codes differ by their spelling only", () => {
  expect(new Set(FAULT_CODES.map(normalizeFaultCode)).size).toBe(FAULT_CODES.length);
});

test("a message adds to a fault unless it repeats the code or its text", () => {
  const adds = (message: string) => addsToFault(message, "fanFault", "Fan fault");
  expect(["Fan fault", "FAN_FAULT", "fan-fault", " "].map(adds)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(["Fan 2 blocked", "F7"].map(adds)).toEqual([true, true]);
});
