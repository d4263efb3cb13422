import { expect, test } from "vitest";
import { isHiddenValue, isIdentifying } from "./redaction.ts";

const reveals = (name: string) =>
  isIdentifying({ register: "0100", name, kind: "gauge", access: "r" } as const, "003311");

test.each([
  "Serial number",
  "inverterSerial",
  "S/N",
  "IMEI",
  "Wi-Fi SSID",
  "ipAddress",
  "hostName",
  "GPS latitude",
  "longitude",
  "Site address",
  "siteLocation",
  "City",
  "cityName",
  "ZIP code",
  "lat",
  "LNG",
  "Owner",
  "Phone",
  "Site name",
  "Standort",
  "Längengrad",
  "Breitengrad",
  "Seriennummer",
  "Ubicación",
  "Direccio\u0301n",
  "Latitud",
  "Número de serie",
  "Adresse",
  "Emplacement",
  "Numéro de série",
  "序列号",
  "地址",
  "纬度",
  "经度",
  "الموقع",
  "العنوان",
  "الرقم التسلسلي",
  "Ort",
  "PLZ",
  "Straße",
  "Zeitzone",
  "Ville",
  "Country code",
  "timeZone",
  "UTC offset",
  "utcOffset",
  "Grid code",
  "gridStandard",
])("%s is not shown to viewers of a link", (name) => {
  expect(reveals(name)).toBe(true);
});

test.each([
  "Battery capacity",
  "electricityPrice",
  "Power allocation",
  "acInputVoltage",
  "Snow load",
  "Grid power",
  "Grid frequency",
  "Tip speed",
  "Zipper",
  "Macro cell",
  "Operating hours",
  "Latency",
  "Plate",
  "Solar power",
  "Filter replacement",
  "Sekunden",
  "Sorte",
  "Longest run",
])("%s is", (name) => {
  expect(reveals(name)).toBe(false);
});

test("a register without a name reveals nothing by it", () => {
  expect(isIdentifying({ register: "0100", kind: "gauge", access: "r" }, "003311")).toBe(false);
});

test("a text is shown only where the catalogue knows what it says", () => {
  const text = { register: "0170", kind: "text", access: "r" } as const;
  expect(isIdentifying(text, "FFFF00")).toBe(false);
  expect(isIdentifying(text, "003311")).toBe(true);
  const tree = [
    { address: "003311", registers: [{ register: "0100", kind: "enum", access: "r" } as const] },
  ];
  const isHidden = (address: string, value: string | number) => isHiddenValue(tree, address, value);
  expect(isHidden("FFFF000170", "ok")).toBe(false);
  expect(isHidden("0033110100", "on")).toBe(false);
  expect(isHidden("0033110101", 5)).toBe(false);
  // Described as no text, or not at all.
  expect(isHidden("0033110101", "Hidden lane")).toBe(true);
});
