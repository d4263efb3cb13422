import { expect, test } from "vitest";
import { CHART_COLORS } from "#app/charts/palette.ts";
import { DRAWN, ENERGY_CHARTS } from "./energy-charts.ts";
import { BALANCE_PARTS } from "./power-balance.ts";

/** Minimum difference in lightness (CIE L*, 0 to 100) of colours that touch each other. */
const STEP = 8;

function lightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 116 * Math.cbrt(0.2126 * red + 0.7152 * green + 0.0722 * blue) - 16;
}

/** The smallest difference in lightness between any two colours. */
function smallestStep(colors: readonly string[]): number {
  const levels = colors.map(lightness).sort((one, other) => one - other);
  return Math.min(...levels.slice(1).map((level, place) => level - (levels[place] ?? 0)));
}

for (const [appearance, place] of [
  ["light", 0],
  ["dark", 1],
] as const)
  test(`bars that touch each other differ in grey, too: ${appearance}`, () => {
    for (const chart of ENERGY_CHARTS) {
      const bars = DRAWN[chart].filter(({ stack }) => stack !== undefined && stack !== "line");
      const stacks = Map.groupBy(bars, ({ stack }) => stack);
      for (const touching of stacks.values())
        expect(smallestStep(touching.map(({ shade }) => shade[place]))).toBeGreaterThanOrEqual(
          STEP,
        );
    }
    const { solar, load, battery, acInput } = CHART_COLORS;
    const summary = [solar, load, battery, acInput].map((shade) => shade[place]);
    expect(smallestStep(summary)).toBeGreaterThanOrEqual(STEP - 0.5);
  });

test.each([0, 1])("all parts of one side of the balance differ in grey, appearance %i", (place) => {
  const sides = Map.groupBy(Object.values(BALANCE_PARTS), ({ side }) => side);
  expect([...sides.keys()]).toEqual(["sources", "sinks"]);
  // Any two of them touch each other if those between are hidden.
  for (const parts of sides.values())
    expect(
      smallestStep(parts.map(({ color }) => CHART_COLORS[color][place] ?? "")),
    ).toBeGreaterThanOrEqual(STEP);
});

test("a value has the same colour on every chart", () => {
  const byName = Map.groupBy(
    ENERGY_CHARTS.flatMap((chart) => DRAWN[chart]).filter(({ stack }) => stack !== undefined),
    ({ quantity }) => quantity,
  );
  const differing = [...byName].filter(([, drawn]) => new Set(drawn.map((d) => d.shade)).size > 1);
  expect(differing.map(([quantity]) => quantity)).toEqual([]);
});
