import { z } from "zod";
import { readSiteNames } from "#database/sites/site-names.ts";
import { fenceSite, moveSite } from "#database/sites/site-places.ts";
import { Problem } from "#domain/problem.ts";
import { geofence } from "#domain/sites/geofence.ts";
import { positionOf } from "#domain/sites/inside-fence.ts";
import { indexSite } from "#domain/sites/name-index.ts";
import { siteLocation } from "#domain/sites/site-name.ts";
import { timeZoneName } from "#domain/sites/time-zone-name.ts";
import { type AtSite, onSite } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { sendTimeZone } from "./send-time-zone.ts";
import { NAMING_ATTEMPTS } from "./update-site.ts";

const fenceExample = {
  shape: "circle",
  centre: { latitude: 53.55, longitude: 9.99 },
  radius: 250,
} as const;

export const updateGeoFence = operation({
  path: "POST /site/v2/updateGeoFence",
  description: {
    summary: "Sets the allowed area of a site: a circle, a polygon, or null for no limit",
    output: z.null(),
    example: { input: { id: 12, geofence: fenceExample }, output: null },
  },
  input: siteInput({ geofence: geofence.nullable() }),
  access: onSite("editSite"),
  async run({ input, context: { database, now }, caller, site }) {
    const fence = { geofence: input.geofence, by: caller.person.id, now: now() };
    if (!(await fenceSite(database, site.id, fence))) throw new Problem("notFound");
    return null;
  },
});

const degrees = (max: number) =>
  z.number().min(-max, "outOfRange").max(max, "outOfRange").nullable().optional();

export const updateGpsInfo = operation({
  path: "POST /site/v2/updateGPSInfo",
  description: {
    summary:
      "Sets a site's coordinates (latitude and longitude together), from which its country follows; its address; and its time zone. Omitted fields keep their values",
    output: z.object({
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      location: z.string(),
      country: z.string().describe("ISO 3166-1 alpha-2; empty if unknown"),
      timeZoneId: z.string().describe("The site's time zone, IANA name"),
      proposedTimeZoneId: z
        .string()
        .nullable()
        .describe("Time zone of the position; null if the site has no position"),
    }),
    example: {
      input: { id: 12, latitude: 53.55, longitude: 9.99, location: "Hamburg" },
      output: {
        latitude: 53.55,
        longitude: 9.99,
        location: "Hamburg",
        country: "DE",
        timeZoneId: "Europe/Berlin",
        proposedTimeZoneId: "Europe/Berlin",
      },
    },
  },
  input: siteInput({
    latitude: degrees(90),
    longitude: degrees(180),
    location: siteLocation.optional(),
    timeZone: timeZoneName.optional().describe("IANA name"),
  }),
  access: onSite("editSite"),
  async run({ input, context, caller, site }) {
    const { timeZone, location } = input;
    const place = { ...(await placeOf(input, context)), ...(timeZone && { timeZone }) };
    const moved = await move(context, { caller, site }, place, location);
    const position = positionOf(moved.latitude, moved.longitude);
    if (timeZone !== undefined) await sendTimeZone(context, site.id, moved.timeZone);
    const { timeZone: timeZoneId, ...there } = moved;
    const proposedTimeZoneId = position && (await context.places.timeZoneAt(position));
    return { ...there, timeZoneId, proposedTimeZoneId };
  },
});

type Degrees = number | null | undefined;

/** Returns the position and its country; nothing if no position is given. */
async function placeOf(
  { latitude, longitude }: { latitude?: Degrees; longitude?: Degrees },
  { places }: Context,
) {
  if (latitude === undefined && longitude === undefined) return {};
  const position = positionOf(latitude ?? null, longitude ?? null);
  if (position !== null) return { ...position, country: (await places.countryAt(position)) ?? "" };
  const half = [latitude, longitude].some((one) => typeof one === "number");
  const missing = latitude === undefined || latitude === null ? "latitude" : "longitude";
  if (half) throw new Problem("invalid", { fields: { [missing]: "required" } });
  return { latitude: null, longitude: null, country: "" };
}

async function move(
  { database, now }: Context,
  { caller, site: { id: siteId } }: AtSite,
  place: Parameters<typeof moveSite>[2]["place"],
  location: string | undefined,
) {
  for (let attempt = 0; attempt < NAMING_ATTEMPTS; attempt += 1) {
    const called = location === undefined ? null : await readSiteNames(database, siteId);
    if (called === undefined) throw new Problem("notFound");
    const relocating = called && {
      called,
      to: {
        location: location ?? "",
        words: indexSite({ ...called, location: location ?? "" }).words,
      },
    };
    const by = caller.person.id;
    const moved = await moveSite(database, siteId, { place, relocating, by, now: now() });
    if (moved !== null) return moved;
    if (relocating === null) throw new Problem("notFound");
  }
  throw new Problem("conflict");
}
