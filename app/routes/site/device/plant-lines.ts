import type { PlantLine, PlantLink, PlantZone } from "#domain/devices/plant-map.ts";

/** A rectangle in the picture, px from its start corner. */
export type Box = { left: number; top: number; right: number; bottom: number };
type Point = { x: number; y: number };

/** Curve from a node to the point at which the lines between two zones meet, or to a node of the same zone. */
export type PlantCurve = {
  /** Keys of the nodes that the line leads to, for highlighting. */
  keys: readonly string[];
  line: PlantLine;
  d: string;
};

/** Measured picture: the boxes of nodes and zones. */
export type Measured = {
  nodes: ReadonlyMap<string, Box>;
  zones: ReadonlyMap<PlantZone, Box>;
  zoneOf: (key: string) => PlantZone | undefined;
};

/**
 * Draws the links of a plant. Lines between two zones meet in one point between them, so that many devices on both
 * sides need a line each and not one for each pair. Data lines are not drawn.
 */
export function drawLinks(links: readonly PlantLink[], measured: Measured): PlantCurve[] {
  const { nodes, zones, zoneOf } = measured;
  const within: PlantCurve[] = [];
  const bundles = new Map<string, { zones: [PlantZone, PlantZone]; links: PlantLink[] }>();
  for (const link of links) {
    if (link.line === "data") continue;
    const [from, to] = [zoneOf(link.from), zoneOf(link.to)];
    if (from === undefined || to === undefined) continue;
    if (from === to) {
      const [a, b] = [nodes.get(link.from), nodes.get(link.to)];
      if (a && b) within.push({ keys: [link.from, link.to], line: link.line, d: straight(a, b) });
      continue;
    }
    const pair: [PlantZone, PlantZone] = from < to ? [from, to] : [to, from];
    const name = `${pair.join()} ${link.line}`;
    const bundle = bundles.get(name) ?? { zones: pair, links: [] };
    bundle.links.push(link);
    bundles.set(name, bundle);
  }
  const between = [...bundles.values()].flatMap((bundle) => {
    const [one, other] = bundle.zones.map((zone) => zones.get(zone));
    if (one === undefined || other === undefined) return [];
    const isSideways = one.right <= other.left || other.right <= one.left;
    const meeting = meet(one, other, isSideways);
    const neighbours = Map.groupBy(
      bundle.links.flatMap(({ from, to, line }) => [
        { key: from, other: to, line },
        { key: to, other: from, line },
      ]),
      ({ key }) => key,
    );
    return [...neighbours].flatMap(([key, found]) => {
      const box = nodes.get(key);
      const [{ line } = { line: "ac" as const }] = found;
      if (box === undefined) return [];
      const d = curve(anchor(box, meeting, isSideways), meeting, isSideways);
      return [{ keys: [key, ...found.map((one) => one.other)], line, d }];
    });
  });
  return [...within, ...between];
}

/** The middle between the facing sides of two zones. */
function meet(one: Box, other: Box, isSideways: boolean): Point {
  const middle = (low: number, high: number) => (low + high) / 2;
  if (isSideways) {
    const [left, right] = one.left < other.left ? [one, other] : [other, one];
    return {
      x: middle(left.right, right.left),
      y: middle(Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)),
    };
  }
  const [upper, lower] = one.top < other.top ? [one, other] : [other, one];
  return {
    x: middle(Math.max(one.left, other.left), Math.min(one.right, other.right)),
    y: middle(upper.bottom, lower.top),
  };
}

/** The point of a node from which its line leaves towards another point. */
function anchor(box: Box, to: Point, isSideways: boolean): Point {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  if (isSideways) return { x: to.x < x ? box.left : box.right, y };
  return { x, y: to.y < y ? box.top : box.bottom };
}

function curve(from: Point, to: Point, isSideways: boolean): string {
  const [one, other] = isSideways
    ? [
        { x: (from.x + to.x) / 2, y: from.y },
        { x: (from.x + to.x) / 2, y: to.y },
      ]
    : [
        { x: from.x, y: (from.y + to.y) / 2 },
        { x: to.x, y: (from.y + to.y) / 2 },
      ];
  return `M${at(from)} C${at(one)} ${at(other)} ${at(to)}`;
}

function straight(one: Box, other: Box): string {
  const centre = (box: Box) => ({
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2,
  });
  return `M${at(centre(one))} L${at(centre(other))}`;
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
