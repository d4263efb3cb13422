import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChartLine } from "./chart-lines.ts";
import { drawLines, type Plotted, rangeOf, shownPlaces } from "./draw-lines.ts";

type Step = [
  what: "move" | "line" | "arc" | "stroke" | "fill" | "dots" | "part",
  x?: number | undefined,
  y?: number | undefined,
];

/** Canvas that records the drawing calls. */
function record(): { pen: CanvasRenderingContext2D; steps: Step[] } {
  const steps: Step[] = [];
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (target, name: string) =>
      name in target
        ? target[name]
        : (x?: number, y?: number) => {
            if (name === "beginPath") steps.push(["move"]);
            if (name === "lineTo") steps.push(["line", x, y]);
            if (name === "arc") steps.push(["arc", x, y]);
            if (name === "setLineDash") steps.push(["dots"]);
            if (name === "rect") steps.push(["part", x, y]);
            if (name === "stroke" || name === "fill") steps.push([name]);
          },
    set: (target, name: string, value) => {
      target[name] = value;
      return true;
    },
  });
  return { pen: pen as unknown as CanvasRenderingContext2D, steps };
}

const span = { from: 0, to: 100 };
const area = { left: 0, right: 100, top: 0, bottom: 100 };
const plot = (pen: CanvasRenderingContext2D): Plotted => ({
  pen,
  span,
  area,
  colorOf: ([light]) => light,
  scaling: { start: { value: 0, pixel: 100, perUnit: -1 }, end: null },
});
const line = (more: Partial<ChartLine>): ChartLine => ({
  id: "1",
  name: "",
  unit: "W",
  shade: ["#000", "#fff"],
  axis: "start",
  gapMs: 10,
  at: [],
  value: [],
  ...more,
});
const drawn = (one: ChartLine) => {
  const { pen, steps } = record();
  drawLines([one], plot(pen));
  return steps;
};

test("a gap parts a line, and a sample that stands alone is a dot", () => {
  const steps = drawn(line({ at: [0, 10, 50, 90, 95], value: [1, 2, 3, 4, 5] }));
  expect(steps.filter(([what]) => what === "line").map(([, x, y]) => [x, y])).toEqual([
    [0, 99],
    [10, 98],
    [90, 96],
    [95, 95],
  ]);
  expect(steps.filter(([what]) => what === "arc")).toEqual([["arc", 50, 97]]);
  expect(steps.filter(([what]) => what === "stroke")).toHaveLength(2);
});

test("a part of a stack is filled between its two edges, and not joined over a gap", () => {
  const steps = drawn(
    line({
      at: [0, 10, 50, 60],
      value: [30, 40, -5, -6],
      stacked: { floor: [10, 20, -1, -2], own: [20, 20, 4, 4], group: "" },
    }),
  );
  expect(steps.filter(([what]) => what === "line").map(([, x, y]) => [x, y])).toEqual([
    ...[
      [0, 70],
      [10, 60],
      [10, 80],
      [0, 90],
    ],
    ...[
      [50, 105],
      [60, 106],
      [60, 102],
      [50, 101],
    ],
  ]);
  expect(steps.filter(([what]) => what === "fill")).toHaveLength(2);
});

test("a step holds until the next one", () => {
  const steps = drawn(line({ at: [0, 10], value: [1, 5], isStepped: true }));
  expect(steps.filter(([what]) => what === "line")).toEqual([
    ["line", 0, 99],
    ["line", 10, 99],
    ["line", 10, 95],
  ]);
});

test("a stale part is drawn on its own, dotted and without a fill; the rest is drawn as usual", () => {
  const at = [0, 10, 20, 30, 40, 50];
  const value = [1, 2, 5, 5, 5, 1];
  const plain = drawn(line({ at, value, isFilled: true }));
  const steps = drawn(line({ at, value, isFilled: true, stale: [{ from: 20, to: 40 }] }));
  expect(plain.filter(([what]) => what === "dots")).toEqual([]);
  // The whole plot, then its parts with their starts.
  expect(steps.filter(([what]) => what === "part").map(([, x]) => x)).toEqual([0, 0, 20, 40]);
  const [, , , ...parts] = steps
    .map(([what, x]) => (what === "part" ? x : what))
    .join(" ")
    .split(/ (?=\d)/);
  expect(parts.map((part) => [part.includes("dots"), part.includes("fill")])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(drawn(line({ at, value, stale: [{ from: 200, to: 400 }] }))).toEqual(
    drawn(line({ at, value })),
  );
});

test("a stale sample that stands alone is a ring", () => {
  const steps = drawn(line({ at: [10, 50, 90], value: [1, 2, 3], stale: [{ from: 45, to: 55 }] }));
  const dots = steps.flatMap(([what, x], place) =>
    what === "arc" ? [[x, steps[place + 1]?.[0]]] : [],
  );
  expect(dots).toEqual([
    [10, "fill"],
    [50, "stroke"],
    [90, "fill"],
  ]);
});

test("the minimum and maximum of each px are drawn, however many samples it has", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 300, maxLength: 2_000 }),
      (value) => {
        const at = value.map((_, place) => (place * 100) / value.length);
        const heights = drawn(line({ at, value })).flatMap(([what, , y]) =>
          what === "line" ? [y ?? 0] : [],
        );
        expect(Math.min(...heights)).toBe(100 - Math.max(...value));
        expect(Math.max(...heights)).toBe(100 - Math.min(...value));
        expect(heights.length).toBeLessThanOrEqual(404);
      },
    ),
  );
});

test("only the visible window and its neighbouring samples are read", () => {
  expect(shownPlaces([-50, -10, 5, 80, 130, 170], span)).toEqual([1, 5]);
  expect(
    rangeOf([line({ at: [-50, -10, 5, 130, 170], value: [9, 1, 4, 2, 8] })], "start", span),
  ).toEqual({
    least: 1,
    greatest: 4,
  });
  expect(rangeOf([line({})], "end", span)).toBeNull();
});
