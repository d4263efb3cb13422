import { z } from "zod";
import { siteRole } from "#domain/access/role-schemas.ts";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { fenceState, geofence, position } from "#domain/sites/geofence.ts";
import { alarmStatus } from "#domain/sites/site-list.ts";
import { siteStatus } from "#domain/sites/site-status.ts";
import { bannerExample, bannerFields } from "../branding/describe-banner.ts";

const instant = z.int().describe("ms UTC");
const watts = z.number().describe("W");

const briefShape = {
  id: z.int(),
  key: z.string().describe("The site's id for page addresses, sealed for the caller"),
  roleKey: z.string().describe("The caller's role for page addresses, sealed for the caller"),
  name: z.string(),
  location: z.string(),
  online: z.boolean(),
  since: instant.nullable().describe("When the site last came online or went offline, ms UTC"),
  status: siteStatus,
  alarmStatus: alarmStatus.describe("Level of the most severe active event"),
  batterySoc: z.number().nullable().describe("%"),
  solar: watts.nullable(),
  metricsAt: instant.nullable().describe("When these values were measured, ms UTC"),
};

/** Fields of a list row. */
export const briefSite = z.object({ ...briefShape, timeZoneId: z.string() });

/** A listed site: the result of `describeSite`. */
export const listedSite = z.object({
  ...briefShape,
  role: siteRole.describe("1 administrator, 2 full function, 3 monitor"),
  sn: z.string().nullable().describe("Serial number of the communication module"),
  systemId: z.string().nullable(),
  systemType: z.string().nullable(),
  systemCode: z.int().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  timeZone: z.object({
    timeZoneId: z.string().describe("IANA name"),
    rawOffset: z.number().describe("Hours ahead of UTC in winter time"),
    dstOffset: z.number().describe("Hours ahead of UTC in summer time"),
  }),
  creator: z.object({
    id: z.int(),
    account: z.string().nullable().describe("Null if the caller may not see the users of the site"),
    name: z.string(),
    header: z.string().nullable().describe("Path of the avatar"),
  }),
  grid: watts.nullable().describe("W, + is import"),
  load: watts.nullable(),
  createTime: instant,
  updateTime: instant,
  lastConnectionTime: instant.nullable(),
  lastDisconnectionTime: instant.nullable(),
  lastUpdateTime: instant.nullable(),
});

/** An opened site. */
export const openedSite = listedSite.extend({
  owner: z.boolean().describe("Whether the caller owns the site"),
  endsAt: instant.nullable().describe("When the caller's access ends, ms UTC; null for never"),
  recording: z
    .boolean()
    .describe("Whether the site's logger replays a recording, which a tag marks"),
  electricityPrice: z.number().nullable().describe("Of a kWh from the grid, in `priceUnit`"),
  feedInPrice: z.number().nullable().describe("Of a kWh to the grid, in `priceUnit`"),
  priceUnit: z.string().nullable().describe("ISO 4217"),
  reduceScale: z.number().describe("CO2 factor, kg per kWh"),
  solarPeak: z.number().nullable().describe("Installed power of the solar panels, W"),
  geofence: geofence.nullable().describe("Allowed area of the site"),
  gps: position.nullable().describe("Position reported by the logger"),
  fence: fenceState.nullable().describe("Whether that position is inside; null if unknown"),
  ...bannerFields,
});

/** The secret of a module that was released before, set by the new claim. */
export const loggerSecret = z
  .string()
  .nullable()
  .describe("The logger's new secret, returned only once; null if it keeps its factory secret");

/** Returns the schema of a list, or of one page of it. */
export const listed = <Row extends z.ZodType>(row: Row) =>
  z.object({ total: z.int(), list: z.array(row) });
export const listedPage = <Row extends z.ZodType>(row: Row) =>
  listed(row).extend({ page: z.int(), size: z.int() });

const AT = 1_790_000_000_000;
const briefExample = {
  id: 12,
  key: "k_R0m3pXc2hhZGVkLXNpdGUta2V5LWZvci1vbmUtcGVyc29u",
  roleKey: "cm9sZS1zZWFsZWQtZm9yLW9uZS1wZXJzb24",
  name: "Harbour roof",
  location: "Hamburg",
  online: true,
  since: AT,
  status: "normal",
  alarmStatus: "none",
  batterySoc: 81.5,
  solar: 4210,
  metricsAt: AT,
};

export const briefSiteExample = { ...briefExample, timeZoneId: "Europe/Berlin" };

export const listedSiteExample = {
  ...briefExample,
  role: SITE_ROLE.administrator,
  sn: "HP-0001",
  systemId: "HP-0001",
  systemType: "10003",
  systemCode: 4,
  latitude: 53.5,
  longitude: 10,
  timeZone: { timeZoneId: "Europe/Berlin", rawOffset: 1, dstOffset: 2 },
  creator: { id: 7, account: "ana@example.org", name: "Ana", header: null },
  grid: -1850,
  load: 640,
  createTime: AT,
  updateTime: AT,
  lastConnectionTime: AT,
  lastDisconnectionTime: null,
  lastUpdateTime: AT,
};

export const openedSiteExample = {
  ...listedSiteExample,
  recording: false,
  owner: true,
  endsAt: null,
  electricityPrice: 0.32,
  feedInPrice: 0.08,
  priceUnit: "EUR",
  reduceScale: 0.997,
  solarPeak: 9_600,
  ...bannerExample,
  geofence: {
    shape: "circle",
    centre: { latitude: 53.5, longitude: 10 },
    radius: 250,
  },
  gps: { latitude: 53.5001, longitude: 10 },
  fence: "inside",
};
