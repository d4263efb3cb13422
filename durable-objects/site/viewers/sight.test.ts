import { expect, test } from "vitest";
import { isTelling } from "./sight.ts";

const tells = (name: string) =>
  isTelling({ register: "0100", name, kind: "gauge", access: "r" } as const);

test.each([
  ...["Serial number", "inverterSerial", "S/N", "IMEI", "Wi-Fi SSID", "ipAddress", "hostName"],
  ...["GPS latitude", "longitude", "Site address", "siteLocation", "City", "cityName", "ZIP code"],
  ...["Country code", "timeZone", "UTC offset", "utcOffset", "Grid code", "gridStandard"],
])("%s is not shown to viewers of a link", (name) => {
  expect(tells(name)).toBe(true);
});

test.each([
  ...["Battery capacity", "electricityPrice", "Power allocation", "acInputVoltage", "Snow load"],
  ...["Grid power", "Grid frequency", "Tip speed", "Zipper", "Macro cell", "Operating hours"],
])("%s is", (name) => {
  expect(tells(name)).toBe(false);
});

test("what has no name tells nothing by it", () => {
  expect(isTelling({ register: "0100", kind: "gauge", access: "r" })).toBe(false);
});
