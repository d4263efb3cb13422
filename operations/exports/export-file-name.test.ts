import fc from "fast-check";
import { expect, test } from "vitest";
import { exportFileName } from "./export-file-name.ts";

const DAY = Date.UTC(2026, 5, 1, 22);
const zone = { timeZone: "Europe/Berlin", from: DAY, until: DAY + 86_400_000 };

test.each([
  ["Orchard Cottage", "Orchard-Cottage_2026-06-02"],
  ["Käserei \u201cAlm\u201d / 2", "Käserei-\u201cAlm\u201d-2_2026-06-02"],
  ["..", "site_2026-06-02"],
  ['a\r\nb"; x', "a-b-;-x_2026-06-02"],
])("a file is named by its site and its days: %j", (site, name) => {
  expect(exportFileName({ ...zone, site })).toBe(name);
});

test("several days are named by the first and the last", () => {
  const span = { ...zone, site: "A", until: DAY + 3 * 86_400_000 };
  expect(exportFileName(span)).toBe("A_2026-06-02_2026-06-04");
});

test("no name of a site makes an unsafe name of a file", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (site) => {
      expect(exportFileName({ ...zone, site })).toMatch(
        /^[^\p{Cc}\\/:*?"<>|.][^\p{Cc}\\/:*?"<>|]*$/u,
      );
    }),
  );
});
