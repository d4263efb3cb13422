import { expect, test } from "vitest";
import { equipmentAddress, equipmentTypeCode, registerAddress, registerNumber } from "./address.ts";
import { equipmentOf } from "./address-parts.ts";

test("a setting address has ten characters: four of the type, two of the id, four of the register", () => {
  expect(registerAddress.parse("001a110057")).toBe("001A110057");
  expect(equipmentOf("001A110057")).toBe("001A11");
  expect(equipmentAddress.parse("001a11")).toBe("001A11");
  expect(equipmentTypeCode.parse("001a")).toBe("001A");
  expect(registerNumber.parse("00f7")).toBe("00F7");
});

test.each(["", "001A11005", "001A1100577", "001A11005G", " 001A110057", "0x1A110057"])(
  "%j is no setting address",
  (address) => {
    expect(registerAddress.safeParse(address).success).toBe(false);
  },
);
