import { z } from "zod";
import { siteStatus } from "#domain/sites/site-status.ts";

const count = z.int();

export const attentionSite = z.object({
  key: z.string().describe("For page addresses, sealed for the caller"),
  roleKey: z.string(),
  name: z.string(),
  timeZoneId: z.string(),
  status: siteStatus,
  alarmStatus: z.enum(["fault", "warning", "info", "none"]),
  since: z.int().nullable().describe("ms UTC; null if no logger has ever connected"),
  hasLog: z.boolean().describe("Whether the caller may view the alarm log of the site"),
});

export const fleetOverview = z.object({
  sites: count,
  online: count,
  power: z.object({
    sites: count.describe("Sites whose values are at most an hour old"),
    solar: z.number().describe("W"),
    load: z.number().describe("W"),
    gridImport: z.number().describe("W"),
    gridExport: z.number().describe("W"),
  }),
  solarToday: z.number().describe("Production since midnight at each site, Wh"),
  states: z.array(z.object({ status: siteStatus, sites: count })),
  firmware: z.array(
    z.object({
      type: z.string().describe("Type code of the equipment, or `logger`"),
      component: z.string(),
      version: z.string(),
      sites: count,
    }),
  ),
  attention: z.object({ total: count, list: z.array(attentionSite) }),
});

export const fleetExample: z.output<typeof fleetOverview> = {
  sites: 12,
  online: 11,
  power: { sites: 11, solar: 48_200, load: 31_700, gridImport: 2_100, gridExport: 9_400 },
  solarToday: 184_000,
  states: [
    { status: "normal", sites: 11 },
    { status: "offline", sites: 1 },
  ],
  firmware: [{ type: "0033", component: "dsp", version: "5.02", sites: 9 }],
  attention: {
    total: 1,
    list: [
      {
        ...{
          key: "c2VhbGVk",
          roleKey: "c2VhbGVk",
          name: "Harbour roof",
          timeZoneId: "Europe/Berlin",
        },
        ...{ status: "offline", alarmStatus: "none", since: 1_790_000_000_000, hasLog: true },
      },
    ],
  },
};
