/** The figures of a site are written down for the list once in so long, in ms. */
export const FIGURES_EVERY_MS = 10 * 60_000;

/** Neighbours have turns far apart (golden section of 32 bits), so that a fleet does not have them all at once. */
const SPREAD = 2_654_435_769;

/**
 * Whether figures have their turn: each site has one in each period, wherever in it.
 * @param before instant of the figures written down last, ms UTC
 * @param at instant of the newest ones, ms UTC
 */
export function isFiguresTurn(siteId: number, before: number | null, at: number): boolean {
  if (before === null) return true;
  const phase = ((Math.imul(siteId, SPREAD) >>> 0) / 2 ** 32) * FIGURES_EVERY_MS;
  const periodOf = (instant: number) => Math.floor((instant - phase) / FIGURES_EVERY_MS);
  return periodOf(at) > periodOf(before);
}
