import { registerOf, SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { OverviewCurve, OverviewQuery, SiteOverview } from "#protocol/history/overview.ts";
import type { LiveValue } from "#protocol/viewer/messages.ts";
import type { SiteAlarms } from "../alarms/site-alarms.ts";
import { layForCurves } from "../imports/layered-series.ts";
import type { SiteImports } from "../imports/site-imports.ts";
import type { SeriesStore } from "../series/series-store.ts";
import type { SiteState } from "../site-state.ts";
import { readBatteryFull } from "./read-battery-full.ts";
import { readCurves } from "./read-curves.ts";
import { readEnergy } from "./read-energy.ts";

const { solarPower, loadPower } = SITE_ADDRESS;
const POWERS = [solarPower, loadPower];
/** Quarters of an hour in two days, of which one has 25 hours. */
const MAX_CURVE_POINTS = 2 * 100;
const MAX_ALARMS = 3;

/** Registers of the first screen. None of them identifies a user or a place, so every viewer may see them. */
const SHOWN: readonly string[] = [
  solarPower,
  SITE_ADDRESS.gridPower,
  loadPower,
  SITE_ADDRESS.batteryPower,
  SITE_ADDRESS.generatorPower,
  SITE_ADDRESS.batterySoc,
  SITE_ADDRESS.batteryStatus,
  SITE_ADDRESS.powerSource,
  SITE_ADDRESS.losses,
  SITE_ADDRESS.invertersOn,
  SITE_ADDRESS.runningTime,
  SITE_ADDRESS.solarEnergy,
  SITE_ADDRESS.loadEnergy,
  SITE_ADDRESS.generatorRunTime,
  SITE_ADDRESS.recording,
];

type Stores = {
  series: SeriesStore;
  imports: SiteImports;
  site: SiteState;
  alarms: Pick<SiteAlarms, "readOpen">;
};

/**
 * Returns the last known state of a site, the energies of its day, the curves of two days, when its
 * battery was last full, and the open alarms.
 */
export function readOverview(
  { series, imports, site, alarms }: Stores,
  { from, today, until, timeZone, siteTimeZone, alarms: hasAlarms }: OverviewQuery,
): SiteOverview {
  const clock = { timeZone, siteTimeZone };
  const day = { ...clock, unit: "day" as const, from: today, until };
  const days = { ...clock, addresses: POWERS, points: MAX_CURVE_POINTS, from, until };
  const { series: curves } = readCurves(layForCurves(series, imports), site.equipment, days);
  const curveOf = (address: string): OverviewCurve => {
    const found = curves.find((one) => one.address === address);
    return { at: found?.at ?? [], value: found?.value ?? [] };
  };
  const { online, since, siteStatus } = site;
  return {
    online,
    since,
    siteStatus,
    values: readShown(site),
    energies: readEnergy(series, site.equipment, day, imports),
    solar: curveOf(solarPower),
    load: curveOf(loadPower),
    batteryFull: readBatteryFull(series, series.now),
    alarms: hasAlarms ? alarms.readOpen(MAX_ALARMS) : null,
  };
}

function readShown({ ownValues, equipment }: SiteState): Record<string, LiveValue> {
  const described = new Set(
    equipment
      .find(({ address }) => address === SITE_EQUIPMENT)
      ?.registers.map(({ register }) => register),
  );
  return Object.fromEntries(
    SHOWN.flatMap((address): [string, LiveValue][] => {
      const newest = ownValues.get(address);
      if (newest !== undefined) return [[address, newest]];
      return described.has(registerOf(address)) ? [[address, { v: null, at: 0 }]] : [];
    }),
  );
}
