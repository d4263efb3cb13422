import { z } from "zod";
import { can } from "#domain/access/can.ts";
import { Problem } from "#domain/problem.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS, SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { MAX_POINTS, VALUES_FIELD, type WrittenSeries } from "#protocol/history/curves.ts";
import { toInstants } from "#protocol/history/steps.ts";
import { writeNumbers } from "#protocol/history/write-numbers.ts";
import { WrittenJson, writeJson } from "#protocol/written-json.ts";
import { type AtSharedSite, onSharedSite } from "../access.ts";
import type { Context } from "../context.ts";
import { type Description, operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { assertQueryableSpan, chartSpan, readableEnd, readSpan } from "./chart-span.ts";
import { readHistory } from "./read-history.ts";
import { readSiteClock } from "./site-clock.ts";

const MAX_SERIES = 50;
const { gpsLatitude, gpsLongitude, gpsAltitude, loggerClock } = SITE_ADDRESS;
const NOBODYS: readonly string[] = [gpsLatitude, gpsLongitude, gpsAltitude, loggerClock];
/** Registers that every viewer of a site's history may read: the site's own without its position. */
const EVERYBODYS: ReadonlySet<string> = new Set(
  Object.entries(SITE_REGISTERS)
    .filter(([, { access }]) => access === "r")
    .map(([register]) => SITE_EQUIPMENT + register)
    .filter((address) => !NOBODYS.includes(address)),
);

const series = z.object({
  address: z.string(),
  name: z.string().nullable(),
  symbol: z.string().nullable().describe("Unit of the values"),
  at: z
    .array(z.int())
    .optional()
    .describe(
      "Instants of samples or beginnings of buckets, ms UTC, ascending; absent with `steps`. The first bucket begins no " +
        "earlier than `startDateTime`",
    ),
  steps: z
    .array(z.tuple([z.int(), z.int(), z.int()]))
    .optional()
    .describe(
      "Where `instants` is `steps`, the same as runs of even steps, each `[from, step, count]`: the first instant, " +
        "ms from each to the next, how many",
    ),
  value: z
    .array(z.union([z.number(), z.string()]))
    .describe(
      "Samples, or the average of each bucket, weighted by time: a sample holds until the next one",
    ),
  min: z.array(z.number()).optional().describe("Least of each bucket"),
  max: z.array(z.number()).optional().describe("Greatest of each bucket"),
  stale: z
    .array(z.object({ from: z.int(), to: z.int() }))
    .optional()
    .describe(
      "Intervals of points that are stale, each with the instants of its first and its last one: values that a " +
        "device repeats because it no longer measures; of buckets those whose samples all are. Of powers and the " +
        "site's AC voltages; absent of other registers, and while much of a backlog is still to be judged",
    ),
});
const namedSeries = series.extend({
  equipmentName: z.string().nullable().describe("Alias of the equipment, else its model"),
});
const answer = z.object({
  startDateTime: z.int().describe("ms UTC"),
  endDateTime: z.int().describe("ms UTC, not included"),
  timeZoneId: z.string().describe("Time zone of the buckets"),
  bucketMs: z
    .int()
    .nullable()
    .describe("Buckets are so long; null: every sample. Some whole days have 23 or 25 hours"),
});

const exampleOf = (names: object): Description["example"] => ({
  input: {
    siteId: 12,
    addresses: ["FFFF000100"],
    startDateTime: "2026-06-01 00:00:00",
    endDateTime: "2026-06-30 23:59:59",
    points: 720,
  },
  output: {
    startDateTime: 1_780_264_800_000,
    endDateTime: 1_782_856_800_000,
    timeZoneId: "Europe/Berlin",
    bucketMs: 3_600_000,
    series: [
      {
        address: "FFFF000100",
        name: "solarPower",
        symbol: "W",
        ...names,
        at: [1_780_300_800_000],
        value: [2_471.5],
        min: [1_902],
        max: [3_120],
        stale: [],
      },
    ],
  },
});

const input = sharedSiteInput({
  ...chartSpan,
  endDateTime: readableEnd,
  addresses: z.array(registerAddress).min(1).max(MAX_SERIES),
  points: z
    .int()
    .min(2)
    .max(MAX_POINTS)
    .default(MAX_POINTS)
    .describe("Most points of each register; all together are at most 10,000"),
  instants: z
    .enum(["list", "steps"])
    .default("list")
    .describe("Form of the instants: one by one as `at`, or much shorter as `steps`"),
});
type Names = Omit<WrittenSeries, "steps" | typeof VALUES_FIELD>;
type CurveArgs = AtSharedSite & { input: z.output<typeof input>; context: Context };

/** @param namesOf returns the descriptive fields of each register */
async function writePeriod(
  { input, context, caller, site }: CurveArgs,
  namesOf: (series: Names) => object,
): Promise<WrittenJson> {
  const addresses = [...new Set(input.addresses)];
  if (!can(site.actor, "viewAdvancedCurve") && !addresses.every((one) => EVERYBODYS.has(one)))
    throw new Problem("forbidden");
  const clock = await readSiteClock(context, { caller, site });
  const span = readSpan(input, clock.timeZone, context.now());
  assertQueryableSpan(span, clock);
  const { bucketMs, series } = await readHistory({ context, caller, site }, "curves", {
    ...span,
    ...clock,
    addresses,
    points: Math.max(2, Math.min(input.points, Math.floor(MAX_POINTS / addresses.length))),
  });
  let written = "";
  for (const { steps, [VALUES_FIELD]: texts, ...names } of series) {
    const instants =
      input.instants === "steps" ? { steps } : { at: writeNumbers(toInstants(JSON.parse(steps))) };
    if (written !== "") written += ",";
    written += writeJson({ ...namesOf(names), ...asWritten({ ...instants, ...texts }) });
  }
  const found = {
    startDateTime: span.from,
    endDateTime: span.until,
    timeZoneId: clock.timeZone,
    bucketMs,
    series: new WrittenJson(`[${written}]`),
  };
  return new WrittenJson(writeJson(found));
}

function asWritten(texts: object): Record<string, WrittenJson> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, new WrittenJson(text)]),
  );
}

/** Returns registers over any span, as samples or in buckets. */
export const periodCurve = operation({
  path: "POST /site/v2/chart/periodrecord/curve",
  description: {
    summary: "Registers of a site over a span of time, at most 10,000 points in all",
    output: answer.extend({ series: z.array(series) }),
    example: exampleOf({}),
  },
  input,
  access: onSharedSite("viewHistory"),
  run: (asked) =>
    writePeriod(asked, ({ unit, equipment: _, ...one }) => ({ ...one, symbol: unit })),
});

/** Like `periodCurve`, with the display name of each equipment. */
export const aliasCurve = operation({
  path: "POST /site/v2/chart/periodrecord/alias/curve",
  description: {
    summary:
      "Registers of a site over a span of time, each with the alias of its equipment, at most 10,000 points in all",
    output: answer.extend({ series: z.array(namedSeries) }),
    example: exampleOf({ equipmentName: null }),
  },
  input,
  access: onSharedSite("viewHistory"),
  run: (asked) =>
    writePeriod(asked, ({ unit, equipment, ...one }) => ({
      ...one,
      symbol: unit,
      equipmentName: equipment,
    })),
});
