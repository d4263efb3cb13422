import fc from "fast-check";
import { expect, test } from "vitest";
import { FLOW_NAMES } from "#domain/sites/energy-flow.ts";
import { layOutTall, layOutWide, pathOf, pointOn } from "./flow-layout.ts";

const sites = fc.subarray([...FLOW_NAMES]);

test("every node stands inside the picture and no two on each other", () => {
  fc.assert(
    fc.property(sites, fc.constantFrom(layOutWide, layOutTall), (names, layOut) => {
      const { width, height, hub, places } = layOut(names);
      expect(Object.keys(places).toSorted()).toEqual(names.toSorted());
      const nodes = [...Object.values(places).map(({ node }) => node), hub];
      for (const { x, y } of nodes) {
        expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
      }
      const apart = nodes.flatMap((one, index) =>
        nodes.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      );
      expect(Math.min(...apart, 1000)).toBeGreaterThan(100);
    }),
    { verbose: true },
  );
});

test("sources stand before the inverter, load and battery behind it", () => {
  const { hub, places } = layOutWide(FLOW_NAMES);
  expect(places.solar?.node.x).toBeLessThan(hub.x);
  expect(places.generator?.node.x).toBeLessThan(hub.x);
  expect(places.load?.node.x).toBeGreaterThan(hub.x);
  expect(layOutTall(FLOW_NAMES).places.grid?.node.y).toBeLessThan(layOutTall(FLOW_NAMES).hub.y);
});

test("a curve begins at its node's card and ends at the inverter, and turned round the other way", () => {
  const { hub, places } = layOutWide(["solar", "load"]);
  const place = places.load;
  if (!place) throw new Error("no load");
  const { curve, node } = place;
  expect(pointOn(curve, 0)).toMatchObject(curve.from);
  expect(pointOn(curve, 1)).toMatchObject(curve.to);
  expect(node.x - curve.from.x).toBeGreaterThan(0);
  expect(curve.to.x - hub.x).toBeGreaterThan(0);
  expect(pathOf(curve)).toMatch(new RegExp(`^M${curve.from.x} .* ${curve.to.x} ${hub.y}$`));
  expect(pathOf(curve, true)).toMatch(new RegExp(`^M${curve.to.x} .* ${curve.from.x} `));
  expect(pointOn(curve, 0.5).angle).toBeCloseTo(180);
});

test("neighbours arrive at the inverter beside each other", () => {
  const { places } = layOutWide(FLOW_NAMES);
  const arrivals = [places.solar, places.grid, places.generator].map((place) => place?.curve.to.y);
  expect(new Set(arrivals).size).toBe(3);
});
