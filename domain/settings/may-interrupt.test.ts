import { expect, test } from "vitest";
import { mayInterrupt } from "./may-interrupt.ts";

const described = (name: string | null, more: object = {}) => ({
  ...{ name, unit: "", danger: undefined, oneShot: undefined, ...more },
});

test.each(["busAddress", "IPAddress", "modbus_id", "Baud rate", "Wi-Fi name", "DNS server"])(
  "%s may interrupt the communication by its name alone",
  (name) => {
    expect(mayInterrupt(described(name))).toBe(true);
  },
);

test("a rate of a bus is recognised by its unit, and a dangerous setting by its danger", () => {
  expect(mayInterrupt(described(null, { unit: "Bd" }))).toBe(true);
  expect(mayInterrupt(described("outputVoltage", { danger: "power" }))).toBe(true);
});

test.each(["chargeVoltage", "planLength", "slip", "weekMask", null])(
  "%s interrupts nothing",
  (name) => {
    expect(mayInterrupt(described(name))).toBe(false);
  },
);

test("a command is never reverted, because it has no value", () => {
  expect(mayInterrupt(described("restartNetwork", { danger: "power", oneShot: true }))).toBe(false);
});
