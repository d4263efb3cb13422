import { env } from "cloudflare:workers";
import { seed } from "#database/seed.ts";
import { digest } from "#protocol/keys/digest.ts";
import type { FleetSite } from "#simulator/fleet-file.ts";
import { makePlant } from "#simulator/make-plant.ts";
import type { PlantProfile } from "#simulator/plant-profile.ts";
import { DEMO_SITES } from "#tools/demo/sites-data.ts";
import { PASSWORD } from "../support/seed-users.ts";

/** The site that is priced: a house with panels, battery, grid and about a hundred registers. */
const SERIAL = "DEMO-PT-01";
const SECRET = "a-secret-of-the-priced-site";
export const SITE_ID = 1;
export const ACCOUNT = "owner@example.org";
/** A cheap password cost: signing in is counted by its request. */
export const COST = { log2N: 4, r: 8, p: 1 };

export type PricedSite = Omit<FleetSite, "profile"> & { profile: PlantProfile };

/** The site in the database, and what its logger needs to know. */
export async function providePricedSite(): Promise<PricedSite> {
  const site = DEMO_SITES.find(({ serial }) => serial === SERIAL);
  if (site?.profile == null) throw new Error(`there is no simulated site ${SERIAL}`);
  const { name, timeZone } = site;
  await seed(
    env.DB,
    {
      accounts: [{ account: ACCOUNT, name: "Owner", password: PASSWORD }],
      sites: [{ name, timeZone, serial: SERIAL, secretHash: digest(SECRET), owner: ACCOUNT }],
    },
    Date.now(),
    COST,
  );
  return { ...site, profile: site.profile, secret: SECRET };
}

export function describeSite(site: PricedSite) {
  const plant = makePlant(site, 1, Date.now());
  return {
    name: site.name,
    registers: plant.equipment.reduce((sum, { registers }) => sum + registers.length, 0),
    sampled: plant.columns.length,
  };
}
