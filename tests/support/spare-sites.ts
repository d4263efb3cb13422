import { MAX_SWITCHED_SITES } from "#domain/commands/switching-limit.ts";
import type { FleetSite } from "#simulator/fleet-file.ts";
import { DEMO_SITES } from "#tools/demo/sites-data.ts";
import { readE2eServer } from "./e2e-server.ts";

/**
 * Number of spare sites that each file of journeys has to itself. Files run side by side, a site serves one logger, and a
 * serial number may connect ten times a minute.
 */
const COUNTS = {
  "alarm-errors": 2,
  alarms: 3,
  banner: 1,
  "chart-states": 1,
  controls: 2,
  "demo-sites": DEMO_SITES.length,
  drafts: 1,
  "early-input": 2,
  "frozen-logger": 1,
  "hostile-texts": 1,
  hydration: 2,
  keyboard: 1,
  map: 1,
  "range-and-tabs": 1,
  remote: 4,
  rollouts: 2,
  "settings-retention": 3,
  "site-page": 15,
  "slow-settings": 1,
  snapshots: 2,
  "stale-curves": 1,
  "switching-limit": MAX_SWITCHED_SITES + 1,
  "week-picture": 2,
} as const;

type SpecFile = keyof typeof COUNTS;

/** Number of spare sites of the platform that the set-up starts. */
export const SPARE_SITES = Object.values(COUNTS).reduce((sum, count) => sum + count, 0);

/** Returns the spare sites of a file of journeys. They belong to the account `fleet` and have no logger. */
export function spareSitesOf(file: SpecFile): FleetSite[] {
  const files = Object.keys(COUNTS) as SpecFile[];
  const first = files.slice(0, files.indexOf(file)).reduce((sum, one) => sum + COUNTS[one], 0);
  const sites = readE2eServer().fleet.sites.filter(({ group }) => group === "spare");
  const own = sites.slice(first, first + COUNTS[file]);
  if (own.length < COUNTS[file]) throw new Error("the fleet has too few spare sites");
  return own;
}

/** The same for a file that has one. */
export function spareSiteOf(file: SpecFile): FleetSite {
  const [site] = spareSitesOf(file);
  if (site === undefined) throw new Error(`${file} has no spare site`);
  return site;
}
