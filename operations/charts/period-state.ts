import { z } from "zod";
import { equipmentStatus } from "#domain/devices/equipment-status.ts";
import { type AtSharedSite, onSharedSite } from "../access.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { sharedSiteInput } from "../site-input.ts";
import { chartSpan, readSpan } from "./chart-span.ts";
import { readHistory } from "./read-history.ts";
import { siteClockOf } from "./site-clock.ts";

const STATUSES = equipmentStatus.options;

const output = z.object({
  startDateTime: z.int().describe("ms UTC"),
  endDateTime: z.int().describe("ms UTC, exclusive"),
  timeZoneId: z.string().describe("Time zone of times in the input"),
  whole: z
    .boolean()
    .describe("False if there are more than 10,000 rows, of which only the newest are returned"),
  statuses: z.array(z.string()).describe("Name of each status, by its index"),
  list: z.array(
    z.object({
      address: z.string().describe("Six characters: type and number of the equipment"),
      equipmentType: z.string().describe("Type code of the equipment"),
      equipmentTypeName: z.string(),
      equipmentTypeAllName: z.string().describe("Name with the number of the equipment"),
      rows: z.array(
        z.object({
          status: z.int().describe("Index in `statuses`"),
          startTime: z.int().describe("ms UTC; may lie before the period"),
          endTime: z.int().nullable().describe("ms UTC; null if the status continues"),
        }),
      ),
    }),
  ),
});

const input = sharedSiteInput(chartSpan);
type StateArgs = AtSharedSite & { input: z.output<typeof input>; context: Context };
type Piece = { address: string; typeCode: string; model: string | null; alias: string | null };

async function readStates(
  { input, context, caller, site }: StateArgs,
  nameOf: (piece: Piece) => string | null,
) {
  const clock = siteClockOf({ caller, site });
  const span = readSpan(input, clock.timeZone, context.now());
  const { isWhole, equipment } = await readHistory({ context, caller, site }, "states", span);
  return {
    startDateTime: span.from,
    endDateTime: span.until,
    timeZoneId: clock.timeZone,
    whole: isWhole,
    statuses: [...STATUSES],
    list: equipment.map((piece) => {
      const name = nameOf(piece) ?? piece.typeCode;
      return {
        address: piece.address,
        equipmentType: piece.typeCode,
        equipmentTypeName: name,
        equipmentTypeAllName: `${name} ${piece.address.slice(4)}`,
        rows: piece.rows.map(({ status, from, to }) => ({
          status: STATUSES.indexOf(status),
          startTime: from,
          endTime: to,
        })),
      };
    }),
  };
}

const exampleOf = (name: string) => ({
  input: {
    siteId: 12,
    startDateTime: "2026-06-01 00:00:00",
    endDateTime: "2026-06-01 23:59:59",
  },
  output: {
    startDateTime: 1_780_264_800_000,
    endDateTime: 1_780_351_200_000,
    timeZoneId: "Europe/Berlin",
    whole: true,
    statuses: ["off", "on", "charge"],
    list: [
      {
        address: "003311",
        equipmentType: "0033",
        equipmentTypeName: name,
        equipmentTypeAllName: `${name} 11`,
        rows: [{ status: 2, startTime: 1_780_300_800_000, endTime: null }],
      },
    ],
  },
});

/** Returns the states of equipment as intervals. */
export const periodState = operation({
  path: "POST /site/v2/chart/periodrecord/state",
  description: {
    summary:
      "Returns the statuses of each piece of equipment of a site over a period, named by model",
    output,
    example: exampleOf("MK-5000"),
  },
  input,
  access: onSharedSite("viewHistory"),
  run: (asked) => readStates(asked, ({ model }) => model),
});

/** Like `periodState`, with the display name of each equipment. */
export const aliasState = operation({
  path: "POST /site/v2/chart/periodrecord/alias/state",
  description: {
    summary:
      "Returns the statuses of each piece of equipment of a site over a period, named by alias",
    output,
    example: exampleOf("Inverter"),
  },
  input,
  access: onSharedSite("viewHistory"),
  run: (asked) => readStates(asked, ({ alias, model }) => alias ?? model),
});
