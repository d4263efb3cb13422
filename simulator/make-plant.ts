import type { FleetSite } from "./fleet-file.ts";
import type { Plant } from "./plant/plant.ts";
import { SimulatedPlant } from "./plant/simulated-plant.ts";
import type { PlantProfile } from "./plant-profile.ts";
import { hashNumbers, hashText } from "./random.ts";
import { loadHousehold } from "./replay/recording.ts";
import { ReplayPlant } from "./replay/replay-plant.ts";

/** The plant of a site, as of `startAt`. */
export function makePlant(
  site: Omit<FleetSite, "profile"> & { profile: PlantProfile },
  seed: number,
  startAt: number,
): Plant {
  return site.profile.kind === "recording"
    ? new ReplayPlant(loadHousehold(), site.timeZone, startAt)
    : new SimulatedPlant(site.profile, site, hashNumbers(hashText(site.serial), seed), startAt);
}
