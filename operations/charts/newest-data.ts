import { z } from "zod";
import { onSharedSite } from "../access.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { readHistory } from "./read-history.ts";
import { siteClockOf } from "./site-clock.ts";

/** Returns where the data of a site ends, so that a user can leave a period without any. An extension of the specification. */
export const newestData = operation({
  path: "POST /site/v2/chart/newest",
  description: {
    summary: "Returns the instant of the newest data of a site, of its logger or imported",
    output: z.object({
      timeZoneId: z.string().describe("Time zone of the site's days"),
      datetime: z.int().nullable().describe("ms UTC; null if the site has no data"),
    }),
    example: {
      input: { siteId: 12 },
      output: { timeZoneId: "Europe/Berlin", datetime: 1_782_856_790_000 },
    },
  },
  input: sharedSiteInput({}),
  access: onSharedSite("viewHistory"),
  async run({ context, caller, site }) {
    const { timeZone } = siteClockOf({ caller, site });
    const until = context.now();
    return {
      timeZoneId: timeZone,
      datetime: await readHistory({ context, caller, site }, "newest", { until }),
    };
  },
});
