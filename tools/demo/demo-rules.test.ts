import { expect, test } from "vitest";
import { changeSiteRules } from "#domain/alarms/rules/change-rules.ts";
import { newSiteRules } from "#domain/alarms/rules/new-site-rules.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { makePlant } from "#simulator/make-plant.ts";
import { demoRules } from "./demo-rules.ts";
import { toFleetSite } from "./demo-site.ts";
import { DEMO_SITES } from "./sites-data.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const simulated = DEMO_SITES.flatMap((site) =>
  site.profile?.kind === "simulated" ? [{ ...toFleetSite(site, "s"), profile: site.profile }] : [],
);

test.each(simulated.map((site) => [site.name, site] as const))(
  "the rules of %s are accepted and cover registers of the site",
  (_name, site) => {
    const { equipment } = makePlant(site, 1, NOW);
    const result = changeSiteRules(newSiteRules(equipment), demoRules(site.profile), equipment);
    if (result.kind !== "changed") throw new Error(JSON.stringify(result));
    const open = result.rules.limits.filter(({ isOpen }) => isOpen);
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter(({ address }) => address === null)).toEqual([]);
  },
);

test.each(simulated.map((site) => [site.name, site] as const))(
  "an ordinary day of %s raises none of these alarms",
  (_name, site) => {
    const plant = makePlant({ ...site, profile: calm(site.profile) }, 1, NOW);
    const { equipment, columns } = plant;
    const result = changeSiteRules(newSiteRules(equipment), demoRules(site.profile), equipment);
    if (result.kind !== "changed") throw new Error(JSON.stringify(result));
    const samples = plant.sample(NOW + DAY_MS, 600_000);
    for (const { address, addresses, isOpen, lowAlarm, highAlarm, alarmType } of result.rules
      .limits) {
      if (!isOpen || address === null) continue;
      for (const register of [address, ...addresses]) {
        const place = columns.indexOf(register);
        const values = samples.flatMap(({ values }) => Number(values[place] ?? Number.NaN));
        const wrong = values.filter(
          (value) => value < (lowAlarm ?? -Infinity) || value > (highAlarm ?? Infinity),
        );
        expect({ alarmType, wrong }).toEqual({ alarmType, wrong: [] });
      }
    }
  },
);

/** Returns a profile whose grid does not fail. */
function calm<Profile extends (typeof simulated)[number]["profile"]>(profile: Profile): Profile {
  return { ...profile, grid: profile.grid && { ...profile.grid, outagesPerWeek: 0 } };
}
