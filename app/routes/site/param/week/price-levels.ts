/** Number of shades of prices, from the lowest to the highest. */
export const PRICE_LEVELS = 4;

/** Returns the shade of a price among all prices of a timetable; a single price has the lowest. */
export function priceLevel(price: number, prices: readonly number[]): number {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  if (!(high > low)) return 0;
  return Math.round(((price - low) / (high - low)) * (PRICE_LEVELS - 1));
}
