import { z } from "zod";
import { onSharedSite } from "../access.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { siteClockOf } from "./site-clock.ts";

const instant = z.int().describe("ms UTC");

/** Returns the data that charts do not show yet. An extension of the specification. */
export const backlog = operation({
  path: "POST /site/v2/chart/backlog",
  description: {
    summary:
      "Returns the data from before its connection that the logger of a site still has to send",
    output: z.object({
      timeZoneId: z.string().describe("Time zone of the days"),
      backlog: z
        .object({
          startDateTime: instant,
          endDateTime: instant,
          percent: z.int().describe("Percentage received so far, at most 99"),
          missingStartDateTime: instant,
          missingEndDateTime: instant,
        })
        .nullable()
        .describe("Null if nothing is missing or the logger is offline"),
    }),
    example: {
      input: { siteId: 12 },
      output: {
        timeZoneId: "Europe/Berlin",
        backlog: {
          startDateTime: 1_780_264_800_000,
          endDateTime: 1_782_856_800_000,
          percent: 43,
          missingStartDateTime: 1_780_264_800_000,
          missingEndDateTime: 1_781_742_400_000,
        },
      },
    },
  },
  input: sharedSiteInput({}),
  access: onSharedSite("viewHistory"),
  async run({ context, caller, site }) {
    const { timeZone } = siteClockOf({ caller, site });
    const found = await context.siteObject(site.id).readBacklog();
    return {
      timeZoneId: timeZone,
      backlog: found && {
        startDateTime: found.from,
        endDateTime: found.to,
        percent: found.percent,
        missingStartDateTime: found.missing.from,
        missingEndDateTime: found.missing.to,
      },
    };
  },
});
