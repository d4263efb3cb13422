import { expect, test } from "vitest";
import { contrastOf } from "../theme/contrast.ts";
import { SURFACE } from "../theme/palette.ts";
import { HEAT_STOPS, type HeatName, heatColor, heatColors } from "./heat-scale.ts";

/** Lightness (CIE L*, 0 to 100), from the contrast with black. */
const lightness = (color: string) =>
  116 * Math.cbrt(contrastOf(color, "#000000") * 0.05 - 0.05) - 16;

const all = (Object.keys(HEAT_STOPS) as HeatName[]).flatMap((name) =>
  ([0, 1] as const).map((place) => ({ name, place })),
);

test.each(all)(
  "the scale $name has even steps of lightness, appearance $place",
  ({ name, place }) => {
    const levels = heatColors(name, (shade) => shade[place]).map(lightness);
    const direction = place === 0 ? -1 : 1;
    const range = direction * ((levels.at(-1) ?? 0) - (levels[0] ?? 0));
    expect(range).toBeGreaterThan(65);
    const mean = range / (levels.length - 1);
    for (const [index, level] of levels.slice(1).entries()) {
      const step = direction * (level - (levels[index] ?? 0));
      expect(step).toBeGreaterThan(mean * 0.5);
      expect(step).toBeLessThan(mean * 1.6);
    }
  },
);

test.each(all)("zero of $name differs from no data, appearance $place", ({ name, place }) => {
  const [zero = ""] = heatColors(name, (shade) => shade[place]);
  expect(zero).not.toBe(SURFACE.panel[place]);
  expect(Math.abs(lightness(zero) - lightness(SURFACE.panel[place]))).toBeGreaterThan(3);
});

test("a value beyond the scale has the colour of its end", () => {
  const colors = heatColors("solar", ([light]) => light);
  expect(heatColor(colors, 0)).toBe("#fdf0d0");
  expect(heatColor(colors, 1)).toBe("#5e2c00");
  expect([heatColor(colors, 7), heatColor(colors, -1)]).toEqual(["#5e2c00", "#fdf0d0"]);
});
