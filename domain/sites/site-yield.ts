import { roundPosition } from "../weather/forecast.ts";

/** Smallest number of neighbours of the same weather cell to which a site is compared. */
export const MIN_NEIGHBOURS = 3;
/** Limits of the installed power of a site, W: one panel of a balcony to the largest plants. */
export const MIN_SOLAR_PEAK_W = 50;
export const MAX_SOLAR_PEAK_W = 1e9;

/** Values from which the yield of a site is computed. */
export type YieldOfSite = {
  id: number;
  /** Installed power, W; null if unknown. */
  solarPeak: number | null;
  /** Production of whole local days, Wh, and their number; null if unknown. */
  solarWeek: number | null;
  solarWeekDays: number | null;
  latitude: number | null;
  longitude: number | null;
};

/** Yield of a site beside that of other sites. */
export type ComparedYield = {
  /** kWh for each kWp and day, the mean of at most seven days. */
  yield: number;
  /** The site's yield divided by the median of the others; null without a median above 0. */
  ratio: number | null;
  /** Whether the others are its neighbours in the weather cell, or all sites with a known yield. */
  among: "neighbours" | "all";
  /** Number of the others. */
  others: number;
};

/**
 * Compares the specific yield of each site with the median of its neighbours, which share its weather cell of a tenth
 * of a degree. With fewer than three neighbours the others are all sites. A site is never compared with itself.
 * @param sites all sites that the user may see
 * @returns the yields by site, without sites whose yield is unknown
 */
export function compareYields(sites: readonly YieldOfSite[]): Map<number, ComparedYield> {
  const known = sites.flatMap((site) => {
    const found = specificYield(site);
    return found === null ? [] : [{ id: site.id, found, cell: cellOf(site) }];
  });
  const everywhere = sorted(known.map(({ found }) => found));
  const cells = new Map(
    [...Map.groupBy(known, ({ cell }) => cell)].map(([cell, those]) => [
      cell,
      sorted(those.map(({ found }) => found)),
    ]),
  );
  return new Map(
    known.map(({ id, found, cell }) => {
      const near = cell === null ? [] : (cells.get(cell) ?? []);
      const isNear = near.length > MIN_NEIGHBOURS;
      const all = isNear ? near : everywhere;
      const median = medianWithout(all, found);
      const ratio = median === null || median <= 0 ? null : found / median;
      const among = isNear ? ("neighbours" as const) : ("all" as const);
      return [id, { yield: found, ratio, among, others: all.length - 1 }];
    }),
  );
}

/** kWh for each kWp and day; null if unknown. */
export function specificYield({
  solarPeak,
  solarWeek,
  solarWeekDays,
}: Pick<YieldOfSite, "solarPeak" | "solarWeek" | "solarWeekDays">): number | null {
  if (solarPeak === null || solarWeek === null || solarWeekDays === null) return null;
  return solarPeak > 0 && solarWeekDays > 0 ? solarWeek / solarWeekDays / solarPeak : null;
}

function cellOf({ latitude, longitude }: YieldOfSite): string | null {
  if (latitude === null || longitude === null) return null;
  const cell = roundPosition({ latitude, longitude });
  return `${cell.latitude}/${cell.longitude}`;
}

const sorted = (numbers: number[]) => numbers.sort((one, other) => one - other);

/**
 * Median of ascending numbers without one of them.
 * @param number one of them
 * @returns null if there are no others
 */
function medianWithout(numbers: readonly number[], number: number): number | null {
  const count = numbers.length - 1;
  if (count <= 0) return null;
  const place = firstAtLeast(numbers, number);
  // Behind the omitted number, the others have moved by one place.
  const at = (index: number) => numbers[index < place ? index : index + 1] ?? 0;
  const half = Math.floor(count / 2);
  return count % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
}

function firstAtLeast(numbers: readonly number[], number: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const half = (from + to) >> 1;
    if ((numbers[half] ?? 0) < number) from = half + 1;
    else to = half;
  }
  return from;
}
