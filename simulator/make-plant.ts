import type { FleetSite } from "./fleet-file.ts";
import type { Plant } from "./plant/plant.ts";
import { SimulatedPlant } from "./plant/simulated-plant.ts";
import type { PlantProfile } from "./plant-profile.ts";
import { hashNumbers, hashText } from "./random.ts";
import { loadVictronDemo } from "./replay/change-recording.ts";
import { loadHousehold } from "./replay/recording.ts";
import { ReplayPlant } from "./replay/replay-plant.ts";
import { VictronPlant } from "./replay/victron-plant.ts";

/** Creates the plant of a site as of `startAt`. */
export function makePlant(
  site: Omit<FleetSite, "profile"> & { profile: PlantProfile },
  seed: number,
  startAt: number,
): Plant {
  const { profile } = site;
  if (profile.kind === "simulated")
    return new SimulatedPlant(profile, site, hashNumbers(hashText(site.serial), seed), startAt);
  switch (profile.recording) {
    case "givenergy-household":
      return new ReplayPlant(loadHousehold(), site.timeZone, startAt);
    case "victron-demo":
      return new VictronPlant(loadVictronDemo(), startAt);
  }
}
