import { z } from "zod";
import { position } from "#domain/sites/geofence.ts";
import { offsetsOf } from "#domain/sites/time-zone.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";

/** Determines the time zone of a position locally, without an outside service. */
export const timeZoneAt = operation({
  path: "POST /basic/v2/map/geonames/timezoneconutry",
  description: {
    summary: "Returns the time zone and the country of a position",
    output: z.object({
      timeZoneId: z.string().describe("IANA name; at sea that of the nautical zone"),
      rawOffset: z.number().describe("Hours ahead of UTC in winter time"),
      dstOffset: z.number().describe("Hours ahead of UTC in summer time"),
      countryCode: z
        .string()
        .nullable()
        .describe("ISO 3166-1 alpha-2; null outside of all countries"),
      countryName: z.string().nullable().describe("Name in the language of the request"),
    }),
    example: {
      input: { latitude: 53.55, longitude: 9.99 },
      output: {
        timeZoneId: "Europe/Berlin",
        rawOffset: 1,
        dstOffset: 2,
        countryCode: "DE",
        countryName: "Germany",
      },
    },
  },
  input: position,
  access: signedIn("listSites"),
  async run({ input, context }) {
    const { places, countries, language, now } = context;
    const [timeZoneId, countryCode, named] = await Promise.all([
      places.timeZoneAt(input),
      places.countryAt(input),
      countries.list(language),
    ]);
    return {
      timeZoneId,
      ...offsetsOf(timeZoneId, now()),
      countryCode,
      countryName: named.find(({ code }) => code === countryCode)?.name ?? null,
    };
  },
});
