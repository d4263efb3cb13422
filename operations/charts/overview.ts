import { z } from "zod";
import { readSite } from "#database/sites/sites.ts";
import { can } from "#domain/access/can.ts";
import { type DaySlots, slotsOfDay } from "#domain/energy/day-slots.ts";
import { energyMoney } from "#domain/energy/energy-money.ts";
import { energyShares } from "#domain/energy/energy-shares.ts";
import { dayOf, startOfDay } from "#domain/history/local-days.ts";
import { Problem } from "#domain/problem.ts";
import { registerValue } from "#domain/registers/register.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import type { OverviewCurve } from "#protocol/history/overview.ts";
import { onSharedSite } from "../access.ts";
import { alarmRow, alarmRowExample } from "../alarms/alarm-schema.ts";
import { describeAlarm } from "../alarms/describe-alarm.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { BAR_VALUES, energyValues, flowsAt, MISSING } from "./energy-values.ts";
import { readHistory } from "./read-history.ts";
import { siteClockOf } from "./site-clock.ts";

const slots = z
  .array(z.number().nullable())
  .describe("W, by the 96 quarters of an hour that the clocks of the site show; null without data");
const share = z.number().min(0).max(1).nullable();
const amount = z.number().nullable().describe("In `priceUnit`; null if unknown");

const { consumption, solar, gridImport, gridExport, battery, batteryCharge, generator } =
  BAR_VALUES;
const energies = { consumption, solar, gridImport, gridExport, battery, batteryCharge, generator };
type EnergyName = keyof typeof energies;
const ENERGIES = Object.keys(energies) as EnergyName[];

const measured = (val: number) => ({ val, quality: "measured" as const, coverage: 0.5 });
const example: DaySlots = Array.from({ length: 96 }, (_, slot) => (slot < 48 ? 40 * slot : null));

/** Returns what the first screen of a site shows, by one request to the site's object. */
export const overview = operation({
  path: "POST /site/v2/chart/overview",
  description: {
    summary:
      "Returns the first screen of a site: its last known values, its energies, shares and money of today, the powers of today and yesterday, when its battery was last full, and its open alarms",
    output: z.object({
      datetime: z.int().describe("Instant of the answer, ms UTC"),
      online: z.boolean(),
      since: z
        .int()
        .describe("Since when the site is online or offline, ms UTC; 0 if no logger was connected"),
      siteStatus,
      values: z
        .record(z.string(), z.object({ v: registerValue, at: z.int() }))
        .describe("Newest values of the site's own registers, by address; `at` is ms UTC"),
      today: z.object({
        startDateTime: z.int().describe("Beginning of the day, ms UTC"),
        endDateTime: z.int().describe("End of the day, ms UTC"),
        timeZoneId: z.string().describe("Time zone of the day"),
        symbol: z.string().describe("Unit of the energies"),
        ...energies,
        selfConsumption: share.describe("Share of the solar production used on site, 0 to 1"),
        selfSufficiency: share.describe("Share of the consumption not from the grid, 0 to 1"),
      }),
      money: z
        .object({
          importCost: amount,
          exportIncome: amount,
          saving: amount,
          priceUnit: z.string().describe("ISO 4217"),
        })
        .nullable()
        .describe("Of today; null without a price and for viewers of a share link"),
      curves: z.object({
        solar: z.object({ today: slots, yesterday: slots }),
        consumption: z.object({ today: slots, yesterday: slots }),
      }),
      batteryFull: z
        .object({ from: z.int(), to: z.int() })
        .nullable()
        .describe(
          "When the battery was last full (99 %): from when it was filled until it was last full, ms UTC; null if it " +
            "was not within a year, or has no state of charge",
        ),
      alarms: z
        .object({ total: z.int(), rows: z.array(alarmRow) })
        .nullable()
        .describe("Open alarms, at most three rows, the most severe first; null without access"),
    }),
    example: {
      input: { id: 12 },
      output: {
        datetime: 1_781_517_600_000,
        online: true,
        since: 1_781_400_000_000,
        siteStatus: "normal",
        values: { FFFF000100: { v: 3_120, at: 1_781_517_599_000 } },
        today: {
          startDateTime: 1_781_474_400_000,
          endDateTime: 1_781_560_800_000,
          timeZoneId: "Europe/Berlin",
          symbol: "Wh",
          consumption: measured(5_240),
          solar: measured(9_015),
          gridImport: measured(310),
          gridExport: measured(2_404.5),
          battery: measured(1_210),
          batteryCharge: measured(2_890.5),
          generator: MISSING,
          selfConsumption: 0.733,
          selfSufficiency: 0.941,
        },
        money: { importCost: 0.1, exportIncome: 0.19, saving: 2.31, priceUnit: "EUR" },
        curves: {
          solar: { today: example, yesterday: example },
          consumption: { today: example, yesterday: example },
        },
        batteryFull: { from: 1_781_436_000_000, to: 1_781_450_400_000 },
        alarms: { total: 1, rows: [alarmRowExample] },
      },
    },
  },
  input: sharedSiteInput({}),
  access: onSharedSite("viewRealtime"),
  async run({ context, caller, site }) {
    const clock = siteClockOf({ caller, site });
    const now = context.now();
    const day = dayOf(clock.timeZone, now);
    const [from, today, until] = [-1, 0, 1].map((shift) => startOfDay(clock.timeZone, day + shift));
    if (from === undefined || today === undefined || until === undefined) throw new Error("no day");
    const query = { from, today, until, ...clock, alarms: can(site.actor, "viewAlarmLog") };
    const [row, found] = await Promise.all([
      // Prices and currency reveal the site's country, so share viewers do not receive them.
      caller.kind === "person" ? readSite(context.database, site.id) : undefined,
      readHistory({ context, caller, site }, "overview", query),
    ]);
    if (found === null) throw new Problem("notFound");
    const values = energyValues(flowsAt(found.energies, 0));
    const terms = {
      solarWh: values.solar.val,
      consumptionWh: values.consumption.val,
      importWh: values.gridImport.val,
      exportWh: values.gridExport.val,
    };
    const slotsOf = (curve: OverviewCurve) => ({
      today: slotsOfDay(clock.timeZone, curve, today, until),
      yesterday: slotsOfDay(clock.timeZone, curve, from, today),
    });
    const { alarms } = found;
    return {
      datetime: now,
      online: found.online,
      since: found.since,
      siteStatus: found.siteStatus,
      values: found.values,
      today: {
        startDateTime: today,
        endDateTime: until,
        timeZoneId: clock.timeZone,
        symbol: "Wh",
        ...(Object.fromEntries(ENERGIES.map((name) => [name, values[name]])) as Record<
          EnergyName,
          (typeof values)[EnergyName]
        >),
        ...energyShares(terms),
      },
      money: row === undefined ? null : moneyOf(terms, row.site),
      curves: { solar: slotsOf(found.solar), consumption: slotsOf(found.load) },
      batteryFull: found.batteryFull,
      alarms: alarms && {
        total: alarms.total,
        rows: alarms.rows.map((alarm) => describeAlarm(alarm, context, site.actor)),
      },
    };
  },
});

type Priced = Parameters<typeof energyMoney>[1] & { priceUnit: string | null };

function moneyOf(terms: Parameters<typeof energyMoney>[0], prices: Priced) {
  const { priceUnit, electricityPrice, feedInPrice } = prices;
  if (priceUnit === null || (electricityPrice === null && feedInPrice === null)) return null;
  return { ...energyMoney(terms, prices), priceUnit };
}
