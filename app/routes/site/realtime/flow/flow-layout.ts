import type { FlowName } from "#domain/sites/energy-flow.ts";

export type Point = { x: number; y: number };
/** A cubic curve from a node to the inverter. */
export type Curve = { from: Point; out: Point; in: Point; to: Point };
export type NodePlacement = { node: Point; curve: Curve };
export type FlowLayout = {
  width: number;
  height: number;
  hub: Point;
  places: Partial<Record<FlowName, NodePlacement>>;
};

/** Energy sources are placed at the start, consumers at the end. */
const SOURCES: readonly FlowName[] = ["solar", "grid", "generator"];
const SINKS: readonly FlowName[] = ["load", "battery"];

/** Curves start below the edges of the cards and the inverter, which cover them at any size. */
const CARD = { halfWidth: 76, halfHeight: 26 } as const;
const HUB_RADIUS = { across: 38, down: 30 } as const;
/** Cards from this width on have the wide arrangement. */
export const WIDE_CARD = "@container (min-width: 43rem)";
/** Distance between neighbouring curves at the inverter. */
const BESIDE = 20;

const WIDE = { width: 760, along: [104, 656], padding: 66 } as const;
/** Two nodes in a column need less height than three. */
const WIDE_HEIGHT = { upToTwo: 290, three: 400 } as const;
const TALL = { width: 358, height: 288, along: [38, 250] } as const;

/** Layout from start to end for wide cards: sources, inverter, consumers. */
export function layOutWide(names: readonly FlowName[]): FlowLayout {
  const { width, along, padding } = WIDE;
  const three = SOURCES.every((name) => names.includes(name));
  const height = three ? WIDE_HEIGHT.three : WIDE_HEIGHT.upToTwo;
  const hub = { x: width / 2, y: height / 2 };
  const column = (group: readonly FlowName[], x: number) =>
    spread(group.length, padding, height - padding, three ? (height - 2 * padding) / 5 : 0).map(
      (y) => ({ x, y }),
    );
  return place(
    names,
    { width, height },
    hub,
    (group, end) => column(group, along[end]),
    joinAcross,
  );
}

/** Layout from top to bottom, for narrow cards and phones. */
export function layOutTall(names: readonly FlowName[]): FlowLayout {
  const { width, height, along } = TALL;
  const hub = { x: width / 2, y: (along[0] + along[1]) / 2 };
  const row = (group: readonly FlowName[], y: number) =>
    share(group.length, width).map((x) => ({ x, y }));
  return place(names, { width, height }, hub, (group, end) => row(group, along[end]), joinDown);
}

function place(
  names: readonly FlowName[],
  { width, height }: { width: number; height: number },
  hub: Point,
  line: (group: readonly FlowName[], end: 0 | 1) => Point[],
  join: (node: Point, hub: Point, side: 1 | -1, offset: number) => Curve,
): FlowLayout {
  const places: FlowLayout["places"] = {};
  for (const [end, all] of [SOURCES, SINKS].entries()) {
    const group = all.filter((name) => names.includes(name));
    for (const [index, node] of line(group, end === 0 ? 0 : 1).entries()) {
      const name = group[index];
      const offset = (index - (group.length - 1) / 2) * BESIDE;
      if (name) places[name] = { node, curve: join(node, hub, end === 0 ? -1 : 1, offset) };
    }
  }
  return { width, height, hub, places };
}

/** Distributes nodes evenly between two ends; two nodes may be further inside. */
function spread(count: number, from: number, to: number, insetOfTwo: number): number[] {
  if (count === 1) return [(from + to) / 2];
  const inset = count === 2 ? insetOfTwo : 0;
  const step = (to - from - 2 * inset) / (count - 1);
  return Array.from({ length: count }, (_, index) => from + inset + step * index);
}

/** Centres of equal parts. */
function share(count: number, length: number): number[] {
  return Array.from({ length: count }, (_, index) => (length / count) * (index + 0.5));
}

/**
 * Curve from the inner edge of a node's card to the near side of the inverter.
 * @param side -1 before the inverter, 1 behind
 */
function joinAcross(node: Point, hub: Point, side: 1 | -1, offset: number): Curve {
  const from = { x: node.x - side * CARD.halfWidth, y: node.y };
  const to = { x: hub.x + side * HUB_RADIUS.across, y: hub.y + offset };
  const middle = (from.x + to.x) / 2;
  return { from, out: { x: middle, y: from.y }, in: { x: middle, y: to.y }, to };
}

function joinDown(node: Point, hub: Point, side: 1 | -1, offset: number): Curve {
  const from = { x: node.x, y: node.y - side * CARD.halfHeight };
  const to = { x: hub.x + offset, y: hub.y + side * HUB_RADIUS.down };
  const middle = (from.y + to.y) / 2;
  return { from, out: { x: from.x, y: middle }, in: { x: to.x, y: middle }, to };
}

/** SVG path of a curve; reversed it runs from the inverter to the node. */
export function pathOf(curve: Curve, turned = false): string {
  const {
    from,
    out,
    in: into,
    to,
  } = turned ? { from: curve.to, out: curve.in, in: curve.out, to: curve.from } : curve;
  return `M${from.x} ${from.y}C${out.x} ${out.y} ${into.x} ${into.y} ${to.x} ${to.y}`;
}

/** A point of a curve and the direction in which it runs there, degrees; `t` from 0 to 1. */
export function pointOn({ from, out, in: into, to }: Curve, t: number): Point & { angle: number } {
  const axis = (pick: (point: Point) => number) => {
    const [a, b, c, d] = [pick(from), pick(out), pick(into), pick(to)];
    const s = 1 - t;
    return {
      at: s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d,
      slope: 3 * s * s * (b - a) + 6 * s * t * (c - b) + 3 * t * t * (d - c),
    };
  };
  const x = axis((point) => point.x);
  const y = axis((point) => point.y);
  return { x: x.at, y: y.at, angle: (Math.atan2(y.slope, x.slope) * 180) / Math.PI };
}
