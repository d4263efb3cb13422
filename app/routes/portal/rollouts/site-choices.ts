import { MAX_ROLLOUT_SITES } from "#domain/rollouts/limits.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import type { SiteChoice, StatusCounts } from "./rollouts-data.ts";

/** Ticked sites by number, in the order in which they were ticked. */
export type Ticked = ReadonlyMap<number, SiteChoice>;

/** Filter of the listed sites. */
export type SiteFilter = {
  search: string;
  /** Empty for every status. */
  statuses: ReadonlySet<SiteStatus>;
  isTickedOnly: boolean;
};

export const NO_FILTER: SiteFilter = { search: "", statuses: new Set(), isTickedOnly: false };

/** Whether a site may be ticked. One that is offline or has a fault may be well again at the check. */
export function isTickable({ reason }: SiteChoice): boolean {
  return reason !== "forbidden" && reason !== "inRollout";
}

/**
 * Returns the sites whose name or location has all words of the search. Ticked sites are found also if the list lacks
 * them; without any, all sites are.
 * @param isSearched whether the server has searched the list
 */
export function filterSites(
  sites: readonly SiteChoice[],
  { search, statuses, isTickedOnly }: SiteFilter,
  ticked: Ticked,
  isSearched = false,
): SiteChoice[] {
  const isOfTicked = isTickedOnly && ticked.size > 0;
  const words = isSearched && !isOfTicked ? [] : fold(search).split(/\s+/).filter(Boolean);
  return (isOfTicked ? [...ticked.values()] : sites).filter((site) => {
    if (statuses.size > 0 && !statuses.has(site.status)) return false;
    const text = fold(`${site.name} ${site.location}`);
    return words.every((word) => text.includes(word));
  });
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Number of sites of all statuses. */
export function countAll(statuses: StatusCounts): number {
  return statuses.reduce((sum, { sites }) => sum + sites, 0);
}

/** Ticks or unticks sites, up to the limit of a rollout. */
export function tick(ticked: Ticked, sites: readonly SiteChoice[], on: boolean): Ticked {
  const next = new Map(ticked);
  for (const site of sites) {
    if (!on) next.delete(site.siteId);
    else if (isTickable(site) && next.size < MAX_ROLLOUT_SITES) next.set(site.siteId, site);
  }
  return next;
}

/** The ticked sites in the order of the rollout: the chosen one, then those that are well, then the others. */
export function orderSites(ticked: Ticked, first: number | null): SiteChoice[] {
  const rank = ({ siteId, reason }: SiteChoice) => (siteId === first ? 0 : reason === null ? 1 : 2);
  return [...ticked.values()].sort((one, other) => rank(one) - rank(other));
}
