import fc from "fast-check";
import { expect, test } from "vitest";
import { addLayer, bestLayer, type CurveLayer } from "./curve-layers.ts";
import { requestedSpan } from "./requested-span.ts";

const layer = (from: number, to: number): CurveLayer => ({ span: { from, to }, series: new Map() });

test("the finest layer that covers a window shows it", () => {
  const layers = [layer(0, 1_000), layer(100, 300), layer(150, 200)];
  expect(bestLayer(layers, { from: 160, to: 190 })?.span).toEqual({ from: 150, to: 200 });
  expect(bestLayer(layers, { from: 140, to: 190 })?.span).toEqual({ from: 100, to: 300 });
  expect(bestLayer([], { from: 0, to: 1 })).toBeNull();
});

test("without a complete layer the one that covers most of the window is shown", () => {
  expect(bestLayer([layer(0, 100), layer(90, 400)], { from: 80, to: 200 })?.span.from).toBe(90);
});

test("a layer contained in a newer one is discarded", () => {
  expect(
    addLayer([layer(10, 20), layer(0, 100)], layer(5, 50)).map(({ span }) => span.from),
  ).toEqual([0, 5]);
});

test("a query covers the window and at most twice its length besides, within limits", () => {
  const limits = { from: 0, to: 10 ** 13 };
  fc.assert(
    fc.property(
      fc.integer({ min: 10 ** 12, max: 2 * 10 ** 12 }),
      fc.integer({ min: 1_000, max: 4 * 10 ** 11 }),
      (from, length) => {
        const asked = requestedSpan({ from, to: from + length }, limits);
        expect(asked.from).toBeLessThanOrEqual(from);
        expect(asked.to).toBeGreaterThanOrEqual(from + length);
        expect(asked.to - asked.from).toBeLessThanOrEqual(3 * length);
      },
    ),
  );
});

test("moving the window by less than an eighth mostly repeats the previous query", () => {
  const limits = { from: 0, to: 10 ** 13 };
  const day = 86_400_000;
  const spans = Array.from({ length: 100 }, (_, step) => {
    const from = 1_700_000_000_000 + step * (day / 400);
    return JSON.stringify(requestedSpan({ from, to: from + day }, limits));
  });
  expect(new Set(spans).size).toBeLessThanOrEqual(6);
});
