import fc from "fast-check";
import { expect, test } from "vitest";
import { ownAddress } from "./own-address.ts";

test("a path of ours is kept with its query", () => {
  expect(ownAddress("/realtime?key=k_1&role=x#top", "/sitelist")).toBe(
    "/realtime?key=k_1&role=x#top",
  );
});

test.each([
  null,
  "",
  "sitelist",
  "https://evil.example/",
  "//evil.example/a",
  "/\\evil.example",
  "/\t/evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "/..//evil.example",
])("%j leads to the site list", (wanted) => {
  expect(ownAddress(wanted, "/sitelist")).toBe("/sitelist");
});

test("nothing leads off the origin", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }).map((text) => `/${text}`),
      (wanted) => {
        const target = new URL(ownAddress(wanted, "/"), "https://here.example/login");
        expect(target.origin).toBe("https://here.example");
      },
    ),
    { verbose: true, numRuns: 500 },
  );
});
