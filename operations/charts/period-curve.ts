import { z } from "zod";
import { can } from "#domain/access/can.ts";
import { Problem } from "#domain/problem.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_ADDRESS, SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
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
import { siteClockOf } from "./site-clock.ts";

const MAX_SERIES = 50;
const { gpsLatitude, gpsLongitude, gpsAltitude, loggerClock } = SITE_ADDRESS;
const NOBODYS: readonly string[] = [gpsLatitude, gpsLongitude, gpsAltitude, loggerClock];
/** Registers that every viewer of a site's history may read: those of the site itself except its position. */
export const EVERYBODYS: ReadonlySet<string> = new Set(
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
      "Instants as runs of even steps, instead of `at`, if the input has `instants: steps`. Each run is " +
        "`[from, step, count]`: the first instant, the interval in ms, and the number of instants",
    ),
  value: z
    .array(z.union([z.number(), z.string()]))
    .describe(
      "Samples, or the time-weighted average of each bucket, in which a sample holds until the next one",
    ),
  min: z.array(z.number()).optional().describe("Minimum of each bucket"),
  max: z.array(z.number()).optional().describe("Maximum of each bucket"),
  stale: z
    .array(z.object({ from: z.int(), to: z.int() }))
    .optional()
    .describe(
      "Intervals of stale points, each with the instants of its first and its last point. A point is stale if its " +
        "device repeats the value because it no longer measures; a bucket is stale if all of its samples are. Only " +
        "for powers and the site's AC voltages; absent while a large backlog is not fully evaluated",
    ),
});
const namedSeries = series.extend({
  equipmentName: z.string().nullable().describe("Alias of the equipment, else its model"),
});
const answer = z.object({
  startDateTime: z.int().describe("ms UTC"),
  endDateTime: z.int().describe("ms UTC, exclusive"),
  timeZoneId: z.string().describe("Time zone of the buckets"),
  bucketMs: z
    .int()
    .nullable()
    .describe(
      "Length of a bucket, ms; null if every sample is returned. Some local days have 23 or 25 hours",
    ),
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
    bucketMs: HOUR_MS,
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
    .describe("Maximum number of points per register; all registers together have at most 10,000"),
  instants: z
    .enum(["list", "steps"])
    .default("list")
    .describe("Form of the instants: `list` returns each one in `at`, `steps` the shorter `steps`"),
});
type Names = Omit<WrittenSeries, "steps" | typeof VALUES_FIELD>;
type CurveArgs = AtSharedSite & { input: z.output<typeof input>; context: Context };

/**
 * Writes the answer of a curve.
 * @param namesOf returns the descriptive fields of each register
 */
async function writePeriod(
  { input, context, caller, site }: CurveArgs,
  namesOf: (series: Names) => object,
): Promise<WrittenJson> {
  const addresses = [...new Set(input.addresses)];
  if (!can(site.actor, "viewAdvancedCurve") && !addresses.every((one) => EVERYBODYS.has(one)))
    throw new Problem("forbidden");
  const clock = siteClockOf({ caller, site });
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
    summary:
      "Returns the values of registers of a site over a period, at most 10,000 points in total",
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
      "Returns the values of registers of a site over a period, each with the alias of its equipment, at most 10,000 points in total",
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
