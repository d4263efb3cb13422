import type { ApiAnswer } from "#app/api/api-types.ts";
import type { ChartLine } from "#app/charts/chart-lines.ts";
import { lineOfSeries, withInstants } from "#app/charts/line-of-series.ts";
import { CHART_COLORS, type ChartColor } from "#app/charts/palette.ts";
import type { Span } from "#domain/history/local-days.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";

type PeriodAnswer = ApiAnswer<"POST /site/v2/chart/periodrecord/curve">;

export type BalanceSide = "sources" | "sinks";
type Kind = { color: ChartColor; register: string; sign: 1 | -1; side: BalanceSide };

/**
 * The parts of the balance on each side, from zero outwards, and the sign of their register's values. Grid power above
 * zero is import, battery power above zero is charging.
 */
export const BALANCE_PARTS = {
  solar: { color: "solar", register: SITE_ADDRESS.solarPower, sign: 1, side: "sources" },
  battery: { color: "battery", register: SITE_ADDRESS.batteryPower, sign: -1, side: "sources" },
  generator: {
    color: "generator",
    register: SITE_ADDRESS.generatorPower,
    sign: 1,
    side: "sources",
  },
  gridImport: { color: "grid", register: SITE_ADDRESS.gridPower, sign: 1, side: "sources" },
  load: { color: "load", register: SITE_ADDRESS.loadPower, sign: 1, side: "sinks" },
  batteryCharge: {
    color: "batteryCharge",
    register: SITE_ADDRESS.batteryPower,
    sign: 1,
    side: "sinks",
  },
  feedIn: { color: "feedIn", register: SITE_ADDRESS.gridPower, sign: -1, side: "sinks" },
} as const satisfies Record<string, Kind>;
export type BalancePartName = keyof typeof BALANCE_PARTS;
const PART_NAMES = Object.keys(BALANCE_PARTS) as BalancePartName[];

/** A part of the balance, whose values are ≥ 0. Its `id` is the name of the part. */
export type BalancePart = ChartLine & { id: BalancePartName };

/**
 * Converts the series of the site's powers to the parts of its balance. A register without data, as that of the battery
 * on a site without one, has no part.
 */
export function partsOfBalance(
  { series, bucketMs }: Pick<PeriodAnswer, "series" | "bucketMs">,
  nameOf: (name: BalancePartName) => string,
): BalancePart[] {
  const byAddress = new Map(series.map((one) => [one.address, one]));
  return PART_NAMES.flatMap((id) => {
    const { register, color, sign } = BALANCE_PARTS[id];
    const found = byAddress.get(register);
    if (found === undefined) return [];
    const style = { name: nameOf(id), shade: CHART_COLORS[color], axis: "start" as const };
    const line = lineOfSeries(withInstants(found), bucketMs, style);
    return line === null || line.at.length === 0 ? [] : [{ ...sideOf(line, sign), id }];
  });
}

/**
 * Returns the values of a line with one sign as a line ≥ 0. Where the line crosses zero between two values it gets a
 * value of zero, so that neither sign is drawn in the time of the other.
 */
export function sideOf(line: ChartLine, sign: 1 | -1): ChartLine {
  const at: number[] = [];
  const value: number[] = [];
  for (const [place, instant] of line.at.entries()) {
    const [before, now] = [line.value[place - 1] ?? 0, line.value[place] ?? 0];
    const since = line.at[place - 1] ?? instant;
    if (before * now < 0 && instant - since <= line.gapMs) {
      at.push(since + ((instant - since) * before) / (before - now));
      value.push(0);
    }
    at.push(instant);
    value.push(Math.max(0, sign * now));
  }
  return { ...line, at, value, min: undefined, max: undefined };
}

/** The parts of a balance on top of each other, and the periods in which some of them have no data. */
export type StackedBalance = { lines: ChartLine[]; incomplete: Span[] };

/**
 * Stacks the parts of a balance: sources above zero, sinks below. Between two of its values a part is linear, so the
 * stack has the instants of all parts.
 *
 * A part without data for a time has no area there, which is not the same as zero: the others close up, and the period
 * is `incomplete`.
 */
export function stackBalance(
  parts: readonly BalancePart[],
  groups: Readonly<Record<BalanceSide, string>>,
): StackedBalance {
  const grid = [...new Set(parts.flatMap(({ at }) => at))].sort((one, other) => one - other);
  const courses = parts.map((part) => ({ part, ...courseOn(grid, part) }));
  const lines = (["sources", "sinks"] as const).flatMap((side) =>
    stack(
      grid,
      courses.filter(({ part }) => BALANCE_PARTS[part.id].side === side),
      { group: groups[side], sign: side === "sources" ? 1 : -1 },
    ),
  );
  const incomplete: Span[] = [];
  for (let place = 0; place + 1 < grid.length; place += 1) {
    const [from = 0, to = 0] = [grid[place], grid[place + 1]];
    const isKnown = courses.some(({ isJoined }) => isJoined[place]);
    if (!isKnown || !courses.some(({ isLacking }) => isLacking[place])) continue;
    const last = incomplete.at(-1);
    if (last?.to === from) last.to = to;
    else incomplete.push({ from, to });
  }
  return { lines, incomplete };
}

/** A part on a grid of instants. */
type Course = {
  part: BalancePart;
  /** The value at each instant; null in a gap. */
  values: (number | null)[];
  /** Whether the part has data from each instant to the next one. */
  isJoined: boolean[];
  /** Whether the part has a gap from each instant to the next one; before and after its data, if that is as long. */
  isLacking: boolean[];
};

function courseOn(grid: readonly number[], { at, value, gapMs }: ChartLine) {
  const values: Course["values"] = [];
  const isJoined: Course["isJoined"] = [];
  const isLacking: Course["isLacking"] = [];
  const [first = 0, last = 0] = [at[0], at.at(-1)];
  let next = 0;
  for (const [place, instant] of grid.entries()) {
    while ((at[next] ?? Number.POSITIVE_INFINITY) < instant) next += 1;
    const isOwn = at[next] === instant;
    const [from, to] = [at[next - 1], at[next]];
    const isBetween = from !== undefined && to !== undefined && to - from <= gapMs;
    const share = isBetween && !isOwn ? (instant - from) / (to - from) : 1;
    const [start, end] = [value[next - 1] ?? 0, value[next] ?? 0];
    values.push(isOwn || isBetween ? start * (1 - share) + end * share : null);
    const following = isOwn ? at[next + 1] : to;
    const previous = isOwn ? instant : (from ?? Number.NEGATIVE_INFINITY);
    const joins = following !== undefined && following - previous <= gapMs;
    isJoined.push(joins);
    const beyond = Math.max(first - instant, (grid[place + 1] ?? instant) - last);
    isLacking.push(!joins && (beyond <= 0 || beyond > gapMs));
  }
  return { values, isJoined, isLacking };
}

function stack(
  grid: readonly number[],
  courses: readonly Course[],
  { group, sign }: { group: string; sign: 1 | -1 },
): ChartLine[] {
  const drawn = courses.map(() => new Edges());
  for (const [place, instant] of grid.entries()) {
    let alone = 0;
    for (const [index, { values, isJoined }] of courses.entries()) {
      const value = values[place] ?? null;
      if (value === null) continue;
      if (!isJoined[place] && !isJoined[place - 1]) drawn[index]?.add(instant, alone, value);
      alone += value;
    }
    const following = grid[place + 1];
    if (following === undefined) break;
    let [from, to] = [0, 0];
    for (const [index, { values, isJoined }] of courses.entries()) {
      if (!isJoined[place]) continue;
      const [start, end] = [values[place] ?? 0, values[place + 1] ?? 0];
      drawn[index]?.add(instant, from, start);
      drawn[index]?.add(following, to, end);
      [from, to] = [from + start, to + end];
    }
  }
  return courses.map(({ part }, index) => drawn[index]?.toLine(part, sign, group) ?? part);
}

/** The two edges of a part of a stack. */
class Edges {
  readonly #at: number[] = [];
  readonly #floor: number[] = [];
  readonly #own: number[] = [];

  /** Adds a point, unless it is the last one; where the stack has a step, one instant has two points. */
  add(at: number, floor: number, own: number): void {
    const last = this.#at.length - 1;
    if (this.#at[last] === at && this.#floor[last] === floor) return;
    this.#at.push(at);
    this.#floor.push(floor);
    this.#own.push(own);
  }

  toLine(part: ChartLine, sign: 1 | -1, group: string): ChartLine {
    const own = this.#own;
    // Adding zero avoids −0.
    const floor = this.#floor.map((edge) => sign * edge + 0);
    const value = floor.map((edge, place) => edge + sign * (own[place] ?? 0) + 0);
    return { ...part, at: this.#at, value, hasBand: false, stacked: { floor, own, group } };
  }
}
