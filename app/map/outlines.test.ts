import { expect, test } from "vitest";
import world from "world-atlas/countries-110m.json" with { type: "json" };
import { readOutlines, type World } from "./outlines.ts";

test("the bundled outlines are the world on a square, with every country and the borders between them", () => {
  const { lands, borders } = readOutlines(world as unknown as World);
  expect(lands.length).toBeGreaterThan(280);
  expect(borders.length).toBeGreaterThan(150);
  for (const stroke of [...lands.flat(), ...borders]) {
    expect(stroke.points.every((at) => at > -1 && at < 2)).toBe(true);
    expect(stroke.west).toBeLessThanOrEqual(stroke.east);
    expect(stroke.north).toBeLessThanOrEqual(stroke.south);
    // No line crosses the map, except where an area is closed at a pole.
    for (let at = 2; at < stroke.points.length; at += 2) {
      const isPole = stroke.points[at + 1] === 1;
      expect(
        isPole || Math.abs((stroke.points[at] ?? 0) - (stroke.points[at - 2] ?? 0)) < 0.5,
      ).toBe(true);
    }
  }
});
