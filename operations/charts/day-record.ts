import { z } from "zod";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { MAX_POINTS, readSeries, type Series } from "#protocol/history/curves.ts";
import { type AtSharedSite, onSharedSite } from "../access.ts";
import type { Context } from "../context.ts";
import { type OperationPath, operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { localDate, readDate } from "./local-date.ts";
import { readHistory } from "./read-history.ts";
import { siteClockOf } from "./site-clock.ts";

/** The register of a field, its unit, and the sign of the register that counts: grid power is positive for import. */
type Field = { register: string; symbol: string; side?: "above" | "below"; means: string };
const FIELDS = {
  acout: { register: "0120", symbol: "W", means: "Power of the loads, ≥ 0" },
  acin: { register: "0110", symbol: "W", side: "above", means: "Power from the grid, ≥ 0" },
  solar: { register: "0100", symbol: "W", means: "Power of the panels, ≥ 0" },
  acfeedback: { register: "0110", symbol: "W", side: "below", means: "Power into the grid, ≥ 0" },
  batterySoc: { register: "0134", symbol: "%", means: "Battery charge" },
  batteryVoltage: { register: "0131", symbol: "V", means: "Battery voltage" },
  batteryCurrent: { register: "0132", symbol: "A", means: "Battery current, + is charging" },
  acout1: { register: "0121", symbol: "W", means: "Power of the loads on the first phase" },
  acout2: { register: "0122", symbol: "W", means: "Power of the loads on the second phase" },
  acout3: { register: "0123", symbol: "W", means: "Power of the loads on the third phase" },
} as const satisfies Record<string, Field>;
type FieldName = keyof typeof FIELDS;

const point = z.object({
  val: z.number().describe("Sample, or time-weighted average of a bucket"),
  min: z.number().optional().describe("Minimum of the bucket"),
  max: z.number().optional().describe("Maximum of the bucket"),
  symbol: z.string().describe("Unit"),
  stale: z
    .literal(true)
    .optional()
    .describe("Whether the device only repeats this value because it no longer measures"),
});
type Point = z.output<typeof point>;
type RowOf = { datetime: number } & Partial<Record<FieldName, Point>>;

const input = sharedSiteInput({ date: localDate });
type CurveArgs = AtSharedSite & { input: z.output<typeof input>; context: Context };

async function readRecord(
  { input, context, caller, site }: CurveArgs,
  names: readonly FieldName[],
) {
  const clock = siteClockOf({ caller, site });
  const span = readDate(input.date, "day", clock.timeZone, context.now());
  const addresses = [...new Set(names.map((name) => SITE_EQUIPMENT + FIELDS[name].register))];
  const { bucketMs, series } = await readHistory({ context, caller, site }, "curves", {
    ...span,
    ...clock,
    addresses,
    points: Math.floor(MAX_POINTS / names.length),
  });
  const byAddress = new Map(series.map((one) => [one.address, readSeries(one)]));
  const rows = new Map<number, RowOf>();
  for (const name of names) {
    const one = byAddress.get(SITE_EQUIPMENT + FIELDS[name].register);
    if (one !== undefined) addPoints(rows, name, one);
  }
  return {
    startDateTime: span.from,
    endDateTime: span.until,
    timeZoneId: clock.timeZone,
    bucketMs,
    list: [...rows.values()].sort((one, other) => one.datetime - other.datetime),
  };
}

function addPoints(rows: Map<number, RowOf>, name: FieldName, series: Series): void {
  const field: Field = FIELDS[name];
  const symbol = series.unit ?? field.symbol;
  const stale = series.stale ?? [];
  let staleIndex = 0;
  for (const [place, datetime] of series.at.entries()) {
    const value = series.value[place];
    if (typeof value !== "number") continue;
    const min = series.min?.[place];
    const max = series.max?.[place];
    while ((stale[staleIndex]?.to ?? datetime) < datetime) staleIndex++;
    const isStale = (stale[staleIndex]?.from ?? Number.POSITIVE_INFINITY) <= datetime;
    const row = rows.get(datetime) ?? { datetime };
    rows.set(datetime, row);
    row[name] = {
      ...pointOf(field, value, min !== undefined && max !== undefined ? { min, max } : null),
      symbol,
      ...(isStale && { stale: true as const }),
    };
  }
}

function pointOf({ side }: Field, val: number, ends: { min: number; max: number } | null) {
  if (side === "above")
    return {
      val: Math.max(0, val),
      ...(ends && { min: Math.max(0, ends.min), max: Math.max(0, ends.max) }),
    };
  // `0 - value` yields 0 instead of −0.
  const turned = (value: number) => Math.max(0, 0 - value);
  if (side === "below")
    return { val: turned(val), ...(ends && { min: turned(ends.max), max: turned(ends.min) }) };
  return { val, ...ends };
}

function dayRecord<Path extends OperationPath>(
  path: Path,
  summary: string,
  names: readonly FieldName[],
) {
  // The type has the fields of all records, each of them optional.
  const fields = Object.fromEntries(
    names.map((name) => [name, point.optional().describe(FIELDS[name].means)]),
  ) as Record<FieldName, z.ZodOptional<typeof point>>;
  const shown = names.map((name) => [name, { val: 120, symbol: FIELDS[name].symbol }]);
  return operation({
    path,
    description: {
      summary: `${summary} on a local day: its samples or, above 10,000 values, averages of buckets. Fields without a value are omitted`,
      output: z.object({
        startDateTime: z.int().describe("Beginning of the day, ms UTC"),
        endDateTime: z.int().describe("End of the day, ms UTC"),
        timeZoneId: z.string().describe("Time zone of the day"),
        bucketMs: z
          .int()
          .nullable()
          .describe("Length of a bucket, ms; null if every sample is returned"),
        list: z.array(
          z.object({
            datetime: z.int().describe("Instant, or beginning of the bucket, ms UTC"),
            ...fields,
          }),
        ),
      }),
      example: {
        input: { siteId: 12, date: "2026-06-15" },
        output: {
          startDateTime: 1_781_474_400_000,
          endDateTime: 1_781_560_800_000,
          timeZoneId: "Europe/Berlin",
          bucketMs: null,
          list: [{ datetime: 1_781_510_400_000, ...Object.fromEntries(shown) }],
        },
      },
    },
    input,
    access: onSharedSite("viewHistory"),
    run: (asked) => readRecord(asked, names),
  });
}

export const dayRecordAcSolar = dayRecord(
  "POST /site/v2/chart/dayrecord/acsolar",
  "Returns the power of loads, grid and panels of a site",
  ["acout", "acin", "solar", "acfeedback"],
);
export const dayRecordBattery = dayRecord(
  "POST /site/v2/chart/dayrecord/battery",
  "Returns the battery values of a site",
  ["batterySoc", "batteryVoltage", "batteryCurrent"],
);
export const dayRecordCurve = dayRecord(
  "POST /site/v2/chart/dayrecord/curve",
  "Returns the powers and battery values of a site",
  ["acout", "acin", "solar", "acfeedback", "batterySoc", "batteryVoltage", "batteryCurrent"],
);
export const dayRecordThreePhases = dayRecord(
  "POST /site/v2/chart/dayrecord/threephaseacout",
  "Returns the power of a site's loads by phase",
  ["acout1", "acout2", "acout3"],
);
