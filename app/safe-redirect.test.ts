import fc from "fast-check";
import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

test("a path of ours is kept with its query", () => {
  expect(safeRedirect("/realtime?key=k_1&role=x#top", "/sitelist")).toBe(
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
  expect(safeRedirect(wanted, "/sitelist")).toBe("/sitelist");
});

test("no redirect leaves the origin", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }).map((text) => `/${text}`),
      (wanted) => {
        const target = new URL(safeRedirect(wanted, "/"), "https://here.example/login");
        expect(target.origin).toBe("https://here.example");
      },
    ),
    { verbose: true, numRuns: 500 },
  );
});
