import { expect, test } from "vitest";
import { contrastOf } from "./contrast.ts";
import { BRAND, ENERGY, HARBOUR, SIGNAL, SURFACE, TEXT, VEIL } from "./palette.ts";

const appearances = [0, 1] as const;
const AA_TEXT = 4.5;
const AA_GRAPHIC = 3;

test("black on white is 21 to 1", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
});

test.each(appearances)("text meets AA on every surface, appearance %i", (appearance) => {
  for (const text of Object.values(TEXT))
    for (const surface of Object.values(SURFACE))
      expect(contrastOf(text[appearance], surface[appearance])).toBeGreaterThanOrEqual(AA_TEXT);
});

test.each(appearances)(
  "inks meet AA on the panel and on their own wash, appearance %i",
  (appearance) => {
    for (const [name, hue] of Object.entries({ ...ENERGY, ...SIGNAL })) {
      for (const ground of [SURFACE.panel, SURFACE.canvas, hue.wash])
        expect(contrastOf(hue.ink[appearance], ground[appearance]), name).toBeGreaterThanOrEqual(
          AA_TEXT,
        );
    }
  },
);

test.each(appearances)("buttons and focus rings meet AA, appearance %i", (appearance) => {
  expect(contrastOf(BRAND.contrast[appearance], BRAND.solid[appearance])).toBeGreaterThan(AA_TEXT);
  expect(contrastOf(BRAND.ink[appearance], BRAND.wash[appearance])).toBeGreaterThan(AA_TEXT);
  expect(contrastOf(BRAND.ring[appearance], SURFACE.canvas[appearance])).toBeGreaterThan(
    AA_GRAPHIC,
  );
});

test("the sidebar meets AA", () => {
  for (const ground of [HARBOUR.bg, HARBOUR.bgDark, HARBOUR.hover, HARBOUR.active])
    for (const text of [HARBOUR.fg, HARBOUR.sun])
      expect(contrastOf(text, ground)).toBeGreaterThan(AA_TEXT);
  expect(contrastOf(HARBOUR.muted, HARBOUR.bg)).toBeGreaterThan(AA_TEXT);
});

test("texts on the sun and on pictures of any colour meet AA", () => {
  expect(contrastOf(HARBOUR.sunInk, HARBOUR.sun)).toBeGreaterThan(AA_TEXT);
  expect(contrastOf(VEIL.ink, VEIL.onWhite)).toBeGreaterThan(AA_TEXT);
});
