import { type FleetFile, type FleetSite, UsageError } from "./fleet-file.ts";

/**
 * Chooses the sites to simulate: the named ones, a number of spare ones, or the demo sites together with the boxed
 * loggers. @throws {UsageError}
 */
export function chooseSites(
  { sites }: FleetFile,
  wish: { sites: number | null; serials: readonly string[] },
): FleetSite[] {
  if (wish.serials.length > 0)
    return [...new Set(wish.serials)].map((serial) => find(sites, serial));
  const [group, ...more] = wish.sites === null ? (["demo", "box"] as const) : (["spare"] as const);
  const groups: readonly string[] = [group, ...more];
  const found = sites.filter((site) => groups.includes(site.group) && site.profile !== null);
  if (wish.sites !== null && wish.sites > found.length)
    throw new UsageError(`The fleet file has ${found.length} spare sites, not ${wish.sites}.`);
  if (found.length === 0) throw new UsageError(`The fleet file has no ${group} sites.`);
  return found.slice(0, wish.sites ?? found.length);
}

function find(sites: readonly FleetSite[], serial: string): FleetSite {
  const site = sites.find((candidate) => candidate.serial === serial);
  if (site === undefined) throw new UsageError(`The fleet file has no site ${serial}.`);
  if (site.profile === null)
    throw new UsageError(`${serial} waits for a logger of your own (docs/your-own-logger.md).`);
  return site;
}
