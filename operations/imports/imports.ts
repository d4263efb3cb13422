import { z } from "zod";
import {
  MAX_AHEAD_MS,
  MAX_FILE_ROWS,
  MAX_IMPORT_NAME,
  MAX_IMPORT_VALUE,
  MAX_LAYER_VALUES,
  MAX_LAYERS,
  MAX_PART_INSTANTS,
  MAX_PARTS,
  MIN_IMPORT_AT,
} from "#domain/imports/import-limits.ts";
import { IMPORT_FLOWS, IMPORT_REGISTERS } from "#domain/imports/import-targets.ts";
import { PORTALS } from "#domain/imports/portal-presets.ts";
import { Problem } from "#domain/problem.ts";
import type { ImportProgress } from "#protocol/imports.ts";
import { onSite } from "../access.ts";
import { authorOf } from "../alarms/author.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";

const LAYER_ID = "5f".repeat(21).concat("A");
const layerId = z
  .string()
  .regex(/^[\w-]{43}$/, "wrongValue")
  .describe(
    "SHA-256, base64url, of the content and of how it is read: the same file has the same id",
  );
const instant = z.int().min(MIN_IMPORT_AT);
const flow = z.enum(IMPORT_FLOWS);
const register = z.enum(IMPORT_REGISTERS);
const value = z.number().min(-MAX_IMPORT_VALUE).max(MAX_IMPORT_VALUE).nullable();
const energy = z.number().min(0).max(MAX_IMPORT_VALUE).nullable();
const at = z
  .array(instant)
  .min(1)
  .max(MAX_PART_INSTANTS)
  .describe("Ascending instants, ms UTC; of energies the starts of quarters of an hour");

const content = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("samples"),
    at,
    columns: z
      .partialRecord(register, z.array(value))
      .describe(
        "Values by register of the site as a whole, W, % or V; null where an instant has none",
      ),
  }),
  z.object({
    kind: z.literal("energies"),
    at,
    columns: z.partialRecord(flow, z.array(energy)).describe("Energies by flow, Wh"),
  }),
]);

const progress = z.object({
  state: z
    .enum(["writing", "complete", "same"])
    .describe("same: another import of the site has the same values, and this one was not stored"),
  next: z.int().nullable().describe("Number of the next part to send; null when all are stored"),
});

const layer = z.object({
  layerId,
  name: z.string(),
  portal: z.enum(PORTALS),
  from: z.int().describe("ms UTC"),
  until: z.int().describe("ms UTC"),
  rows: z.int(),
  at: z.int().describe("Instant of the import, ms UTC"),
  parts: z.int(),
  stored: z.int().describe("Parts that are stored"),
  isComplete: z.boolean().describe("Whether the import is shown; a part is missing otherwise"),
  sums: z.partialRecord(flow, z.number()).describe("Energy of each flow, Wh"),
});

export const listImports = operation({
  path: "POST /site/v2/import/list",
  writes: false,
  description: {
    summary: "Lists the imports of a site, the newest first",
    output: z.object({ list: z.array(layer) }),
    example: {
      input: { siteId: 12 },
      output: {
        list: [
          {
            layerId: LAYER_ID,
            name: "report-2024.csv",
            portal: "enphase",
            from: 1_704_063_600_000,
            until: 1_704_067_200_000,
            rows: 1,
            at: 1_790_000_000_000,
            parts: 2,
            stored: 2,
            isComplete: true,
            sums: { solar: 526 },
          },
        ],
      },
    },
  },
  input: siteInput({}),
  access: onSite("editSite"),
  async run({ context, site }) {
    const layers = await context.siteObject(site.id).listImports();
    return {
      list: layers.map(({ registers, values, ...rest }) => rest),
    };
  },
});

export const readOverlap = operation({
  path: "POST /site/v2/import/overlap",
  // It may read the days of many years, so it is limited like a call that changes data.
  writes: true,
  description: {
    summary:
      "Counts the days of a period on which the logger has values, which count instead of imported ones",
    output: z.object({
      days: z.int(),
      loggerDays: z.int(),
      from: z.int().nullable().describe("Start of the first such day, ms UTC"),
      until: z.int().nullable().describe("End of the last such day, ms UTC"),
    }),
    example: {
      input: {
        siteId: 12,
        from: 1_704_063_600_000,
        until: 1_704_236_400_000,
        registers: ["0100"],
      },
      output: { days: 2, loggerDays: 0, from: null, until: null },
    },
  },
  input: siteInput({
    from: instant,
    until: instant,
    registers: z.array(register).min(1).max(IMPORT_REGISTERS.length),
  }),
  access: onSite("editSite"),
  run({ input: { from, until, registers }, context, site }) {
    assertPeriod(from, until, context.now());
    const { timeZone } = site;
    return context.siteObject(site.id).readImportOverlap({ from, until, registers, timeZone });
  },
});

export const beginImport = operation({
  path: "POST /site/v2/import/begin",
  description: {
    summary:
      "Begins an import of data from another portal, or continues the one with the same id. It is shown once all of its parts are stored, where the logger has no values",
    output: progress,
    example: {
      input: {
        siteId: 12,
        layerId: LAYER_ID,
        name: "report-2024.csv",
        portal: "enphase",
        from: 1_704_063_600_000,
        until: 1_704_067_200_000,
        rows: 1,
        parts: 2,
        values: 8,
      },
      output: { state: "writing", next: 0 },
    },
  },
  input: siteInput({
    layerId,
    name: z.string().trim().min(1).max(MAX_IMPORT_NAME),
    portal: z.enum(PORTALS),
    from: instant,
    until: instant,
    rows: z.int().min(1).max(MAX_FILE_ROWS).describe("Rows of the file"),
    parts: z.int().min(1).max(MAX_PARTS).describe("Number of parts that follow"),
    values: z.int().min(1).max(MAX_LAYER_VALUES).describe("Number of values in all parts"),
  }),
  access: onSite("editSite"),
  async run({ input, context, site }) {
    const { layerId: id, name, portal, from, until, rows, parts, values } = input;
    assertPeriod(from, until, context.now());
    const begun = { layerId: id, name, portal, from, until, rows, parts, values };
    return answerProgress(await context.siteObject(site.id).beginImport(begun));
  },
});

export const writeImport = operation({
  path: "POST /site/v2/import/write",
  description: {
    summary:
      "Stores a part of an import, in order. A repeated part changes nothing; the last one completes the import",
    output: progress,
    example: {
      input: {
        siteId: 12,
        layerId: LAYER_ID,
        part: 1,
        content: { kind: "energies", at: [1_704_063_600_000], columns: { solar: [526] } },
      },
      output: { state: "complete", next: null },
    },
  },
  input: siteInput({
    layerId,
    part: z
      .int()
      .min(0)
      .max(MAX_PARTS - 1),
    content,
  }),
  access: onSite("editSite"),
  async run({ input, context, caller, site }) {
    const lists = Object.values(input.content.columns) as (readonly unknown[])[];
    const isEven = lists.every(({ length }) => length === input.content.at.length);
    if (lists.length === 0 || !isEven) throw wrongPart();
    const { layerId: id, part, content: sent } = input;
    const object = context.siteObject(site.id);
    return answerProgress(await object.writeImportPart(id, part, sent, authorOf(caller.person)));
  },
});

export const undoImport = operation({
  path: "POST /site/v2/import/undo",
  description: {
    summary:
      "Removes an import as a whole. The data of the logger and other imports stay as they are",
    output: z.null(),
    example: { input: { siteId: 12, layerId: LAYER_ID }, output: null },
  },
  input: siteInput({ layerId }),
  access: onSite("editSite"),
  async run({ input, context, caller, site }) {
    const object = context.siteObject(site.id);
    if (!(await object.undoImport(input.layerId, authorOf(caller.person))))
      throw new Problem("notFound");
    return null;
  },
});

function assertPeriod(from: number, until: number, now: number): void {
  if (from < until && until <= now + MAX_AHEAD_MS) return;
  throw new Problem("invalid", { fields: { until: "wrongValue" } });
}

function wrongPart(): Problem {
  return new Problem("invalid", { fields: { content: "wrongValue" } });
}

function answerProgress(stored: ImportProgress) {
  switch (stored.state) {
    case "writing":
      return { state: stored.state, next: stored.next };
    case "complete":
    case "same":
      return { state: stored.state, next: null };
    case "tooMany":
      throw new Problem("conflict", { message: "tooManyImports", limit: MAX_LAYERS });
    case "tooLarge":
      throw new Problem("conflict", { message: "importsTooLarge", limit: MAX_LAYER_VALUES });
    case "wrongPart":
      throw wrongPart();
    default:
      throw new Problem("notFound");
  }
}

export const importOperations = [
  listImports,
  readOverlap,
  beginImport,
  writeImport,
  undoImport,
] as const;
