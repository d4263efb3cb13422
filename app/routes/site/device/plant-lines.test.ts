import { expect, test } from "vitest";
import { type Box, drawLinks, type Measured } from "./plant-lines.ts";

const box = (left: number, top: number, width = 100, height = 40): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const measured = (isMirrored = false): Measured => {
  const x = (left: number) => (isMirrored ? 400 - left : left);
  return {
    nodes: new Map([
      ["grid", box(x(0), 0)],
      ["meter", box(x(0), 60)],
      ["a", box(x(200), 0)],
      ["b", box(x(200), 60)],
      ["battery", box(x(200), 200)],
    ]),
    zones: new Map([
      ["input", box(x(0), 0, 100, 100)],
      ["converter", box(x(200), 0, 100, 100)],
      ["dc", box(x(200), 200, 100, 100)],
    ]),
    zoneOf: (key) => {
      if (key === "grid" || key === "meter") return "input";
      return key === "battery" ? "dc" : "converter";
    },
  };
};

test("lines between two zones meet in one point, and lead from the facing sides", () => {
  const links = ["a", "b"].map((to) => ({ from: "meter", to, line: "ac" as const }));
  const curves = drawLinks(links, measured());
  expect(curves.map(({ keys }) => keys)).toEqual([
    ["meter", "a", "b"],
    ["a", "meter"],
    ["b", "meter"],
  ]);
  expect(curves.every(({ d }) => d.endsWith("150.0 50.0"))).toBe(true);
  expect(curves.map(({ d }) => d.split(" C")[0])).toEqual([
    "M100.0 80.0",
    "M200.0 20.0",
    "M200.0 80.0",
  ]);
});

test("from right to left the same lines leave on the other side", () => {
  const [line] = drawLinks([{ from: "meter", to: "a", line: "ac" }], measured(true));
  expect(line?.d).toMatch(/^M400.0 80.0 C.* 350.0 50.0$/);
});

test("zones above each other are joined from top to bottom, and devices of one zone directly", () => {
  const curves = drawLinks(
    [
      { from: "battery", to: "a", line: "dc" },
      { from: "grid", to: "meter", line: "ac" },
      { from: "a", to: "battery", line: "data" },
    ],
    measured(),
  );
  expect(curves.map(({ d }) => d)).toEqual([
    "M50.0 20.0 L50.0 80.0",
    "M250.0 200.0 C250.0 175.0 250.0 175.0 250.0 150.0",
    "M250.0 40.0 C250.0 95.0 250.0 95.0 250.0 150.0",
  ]);
});
