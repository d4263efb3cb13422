import { MAX_SWITCHED_SITES } from "#domain/commands/switching-limit.ts";
import type { FleetFile, FleetSite } from "#simulator/fleet-file.ts";
import type { DemoAccount } from "#tools/demo/demo.ts";
import { DEMO_SITES } from "#tools/demo/sites-data.ts";
import { readE2eServer } from "./e2e-server.ts";

/**
 * Number of spare sites that each file of journeys has to itself, with an account that owns them. Files run side by side,
 * a site serves one logger, and a serial number may connect ten times a minute; an account may switch equipment at five
 * sites a minute, change settings at twenty in ten minutes, and mistype its password a few times.
 */
const COUNTS = {
  "add-site": 1,
  "alarm-errors": 2,
  alarms: 3,
  archives: 2,
  banner: 1,
  "chart-balance": 2,
  "chart-phases": 2,
  "chart-states": 1,
  controls: 2,
  dashboard: 12,
  "demo-sites": DEMO_SITES.length,
  devices: DEMO_SITES.length,
  drafts: 1,
  "early-input": 2,
  "fault-codes": 1,
  "frozen-logger": 1,
  "hostile-texts": 1,
  hydration: 2,
  imports: 2,
  keyboard: 1,
  map: 1,
  "range-and-tabs": 1,
  remote: 4,
  rollouts: 2,
  "settings-retention": 3,
  "site-list": 6,
  "site-page": 17,
  "slow-settings": 1,
  snapshots: 2,
  "stale-curves": 1,
  "switching-limit": MAX_SWITCHED_SITES + 1,
  "user-tokens": 24,
  "week-picture": 2,
  questions: 1,
} as const;

type SpecFile = keyof typeof COUNTS;

/** Number of spare sites of the platform that the set-up starts. */
export const SPARE_SITES = Object.values(COUNTS).reduce((sum, count) => sum + count, 0);

const FILES = Object.keys(COUNTS) as SpecFile[];

/** Gives each file's spare sites, which are of the account `fleet`, to an account of the file with the same password. */
export async function giveSpareSites(
  database: D1Database,
  fleet: FleetFile,
  { account: seeded }: DemoAccount,
): Promise<void> {
  const { results: names } = await database
    .prepare(
      "SELECT name FROM pragma_table_info('users') WHERE name NOT IN ('id', 'account', 'email')",
    )
    .all<{ name: string }>();
  const copied = names.map(({ name }) => `"${name}"`).join();
  const idOf = "(SELECT id FROM users WHERE account = ?)";
  const ownSites = "(SELECT site_id FROM modules WHERE serial IN (SELECT value FROM json_each(?)))";
  await database.batch(
    FILES.flatMap((file) => {
      const account = addressOf(file);
      const serials = JSON.stringify(spareSitesIn(fleet, file).map(({ serial }) => serial));
      return [
        database
          .prepare(
            `INSERT INTO users (account, email, ${copied}) SELECT ?1, ?1, ${copied} FROM users WHERE account = ?2`,
          )
          .bind(account, seeded),
        database
          .prepare(`UPDATE sites SET creator_id = ${idOf} WHERE id IN ${ownSites}`)
          .bind(account, serials),
        database
          .prepare(`UPDATE memberships SET user_id = ${idOf} WHERE site_id IN ${ownSites}`)
          .bind(account, serials),
      ];
    }),
  );
}

/** Returns the account of a file of journeys, which owns the file's spare sites and no other site. */
export function accountOf(file: SpecFile): { account: string; password: string } {
  return { account: addressOf(file), password: readE2eServer().accounts.fleet.password };
}

function addressOf(file: SpecFile): string {
  return `${file}@helioport.example`;
}

/** Returns the spare sites of a file of journeys. They belong to the file's account and have no logger. */
export function spareSitesOf(file: SpecFile): FleetSite[] {
  return spareSitesIn(readE2eServer().fleet, file);
}

function spareSitesIn(fleet: FleetFile, file: SpecFile): FleetSite[] {
  const first = FILES.slice(0, FILES.indexOf(file)).reduce((sum, one) => sum + COUNTS[one], 0);
  const sites = fleet.sites.filter(({ group }) => group === "spare");
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
