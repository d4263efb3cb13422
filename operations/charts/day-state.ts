import { z } from "zod";
import { onSharedSite } from "../access.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { localDate, readDate } from "./local-date.ts";
import { readHistory } from "./read-history.ts";
import { siteClockOf } from "./site-clock.ts";

/** Returns the state record of a day. */
export const dayRecordState = operation({
  path: "POST /site/v2/chart/dayrecord/state",
  description: {
    summary: "Returns the states of a site on a local day, as reported by its logger",
    output: z.object({
      startDateTime: z.int().describe("Beginning of the day, ms UTC"),
      endDateTime: z.int().describe("End of the day, ms UTC"),
      timeZoneId: z.string().describe("Time zone of the day"),
      whole: z
        .boolean()
        .describe(
          "False if there are more than 10,000 states, of which only the newest are returned",
        ),
      list: z.array(
        z.object({
          state: z.string(),
          startTime: z.int().describe("ms UTC"),
          endTime: z
            .int()
            .describe(
              "When another state was reported or, before a gap, when this one was last reported, ms UTC",
            ),
        }),
      ),
    }),
    example: {
      input: { siteId: 12, date: "2026-06-15" },
      output: {
        startDateTime: 1_781_474_400_000,
        endDateTime: 1_781_560_800_000,
        timeZoneId: "Europe/Berlin",
        whole: true,
        list: [
          { state: "standby", startTime: 1_781_474_400_000, endTime: 1_781_496_000_000 },
          { state: "normal", startTime: 1_781_496_000_000, endTime: 1_781_560_790_000 },
        ],
      },
    },
  },
  input: sharedSiteInput({ date: localDate }),
  access: onSharedSite("viewHistory"),
  async run({ input, context, caller, site }) {
    const { timeZone } = siteClockOf({ caller, site });
    const span = readDate(input.date, "day", timeZone, context.now());
    const { isWhole, states } = await readHistory({ context, caller, site }, "siteStates", span);
    return {
      startDateTime: span.from,
      endDateTime: span.until,
      timeZoneId: timeZone,
      whole: isWhole,
      list: states.map(({ state, from, to }) => ({ state, startTime: from, endTime: to })),
    };
  },
});
