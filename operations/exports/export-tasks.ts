import { z } from "zod";
import {
  addExportTask,
  countNotDownloaded,
  type ListedExportTask,
  listExportTasks,
  markDownloaded,
  removeExportTask,
} from "#database/exports/export-tasks.ts";
import { can } from "#domain/access/can.ts";
import {
  ENERGY_INTERVALS,
  EXPORT_FAILURES,
  EXPORT_FORMATS,
  EXPORT_KINDS,
  EXPORT_RETENTION_MS,
  EXPORT_STATES,
  type ExportInterval,
  type ExportState,
  intervalsOf,
  MAX_DAILY_EXPORTS,
  MAX_EXPORT_REGISTERS,
  MAX_SHEET_ROWS,
  MAX_STORED_EXPORTS,
  MAX_UNFINISHED_EXPORTS,
  POWER_REGISTERS,
  VALUE_INTERVAL_MS,
  VALUE_INTERVALS,
} from "#domain/exports/export-request.ts";
import { filePath } from "#domain/files/file-path.ts";
import { directionOf } from "#domain/languages.ts";
import { Problem } from "#domain/problem.ts";
import { registerAddress } from "#domain/registers/address.ts";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { DAY_MS, HOUR_MS } from "#domain/units/durations.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import type { ExportRegister } from "#protocol/history/export-rows.ts";
import { type AtSite, onSite } from "../access.ts";
import { chartSpan, readSpan } from "../charts/chart-span.ts";
import { EVERYBODYS } from "../charts/period-curve.ts";
import { type Context, ENERGY_COLUMNS } from "../context.ts";
import { enforceRateLimit } from "../enforce-rate-limit.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import type { ExportColumn, ExportLayout } from "./export-encoder.ts";
import { discardExport, EXPORT_LEASE_MS } from "./take-step.ts";

const KEY_BYTES = 16;
const MAX_PAGE = 1_000;
const MAX_SIZE = 50;
const INTERVALS = [...new Set([...ENERGY_INTERVALS, ...VALUE_INTERVALS])] as [
  ExportInterval,
  ...ExportInterval[],
];

const taskId = z.int().min(1);
const addInput = siteInput({
  kind: z
    .enum(EXPORT_KINDS)
    .describe("Energies of periods, the powers of the site, or registers of any equipment"),
  ...chartSpan,
  interval: z
    .enum(INTERVALS)
    .describe(
      "Length of the periods (`statistics`: hour, day, month, year) or of the averages (otherwise: minutes5, " +
        "minutes15, hour, day); raw returns every sample",
    ),
  format: z.enum(EXPORT_FORMATS),
  addresses: z
    .array(registerAddress)
    .min(1, "required")
    .max(MAX_EXPORT_REGISTERS, "tooMany")
    .optional()
    .describe("Registers of the kind `registers`; all that the caller may read if absent"),
});

/** Orders an export, which the queue writes. */
export const addExport = operation({
  path: "POST /site/v1/chart/overallStats/exportTask/add",
  description: {
    summary:
      "Orders a file with data of a site. At most 3 exports of a user are in preparation at the same time, 50 are " +
      "stored, and 40 are ordered in a day. A finished file is kept for 7 days",
    output: z.object({ taskId: z.int() }),
    example: {
      input: {
        id: 12,
        kind: "statistics",
        startDateTime: "2026-06-01 00:00:00",
        endDateTime: "2026-06-30 23:59:59",
        interval: "day",
        format: "csv",
      },
      output: { taskId: 31 },
    },
  },
  input: addInput,
  access: onSite("exportData"),
  writes: true,
  async run({ input, context, caller, site }) {
    const { kind, interval, format } = input;
    if (!intervalsOf(kind).includes(interval))
      throw new Problem("invalid", { fields: { interval: "wrongValue" } });
    const { database, now, randomBytes, language } = context;
    const { from, until } = readSpan(input, site.timeZone, now());
    if (format === "xlsx") assertFitsSheet({ from, until, interval });
    const registers = kind === "statistics" ? [] : await listRegisters(input, context, site);
    await enforceRateLimit(context, ["export", caller.person.id], {
      max: MAX_DAILY_EXPORTS,
      windowMs: DAY_MS,
    });
    const added = await addExportTask(
      database,
      {
        ownerId: caller.person.id,
        siteId: site.id,
        kind,
        format,
        interval,
        addresses: registers.map(({ address }) => address),
        layout: JSON.stringify(layoutOf(input, registers, context, site.timeZone)),
        from,
        until,
        language,
        fileKey: toBase64Url(randomBytes(KEY_BYTES)),
        now: now(),
        leasedUntil: now() + EXPORT_LEASE_MS,
      },
      { unfinished: MAX_UNFINISHED_EXPORTS, stored: MAX_STORED_EXPORTS },
    );
    if (added === undefined) throw new Problem("notFound");
    if (added === "unfinished")
      throw new Problem("conflict", { message: "exportsBusy", limit: MAX_UNFINISHED_EXPORTS });
    if (added === "stored")
      throw new Problem("conflict", { message: "exportsFull", limit: MAX_STORED_EXPORTS });
    await context.enqueueExport({ taskId: added, step: 0 });
    return { taskId: added };
  },
});

type Order = Pick<z.output<typeof addInput>, "kind" | "interval" | "format" | "addresses">;

/** Refuses what cannot fit; every sample is counted while it is written. */
function assertFitsSheet(order: { from: number; until: number; interval: ExportInterval }): void {
  const { from, until, interval } = order;
  const ms = interval in VALUE_INTERVAL_MS ? VALUE_INTERVAL_MS[interval as "hour"] : DAY_MS;
  if (ms !== null && (until - from) / ms > MAX_SHEET_ROWS + HOUR_MS / ms)
    throw new Problem("invalid", {
      message: "tooManyRows",
      limit: MAX_SHEET_ROWS,
      fields: { format: "wrongValue" },
    });
}

/** Returns the registers of an order. @throws Problem forbidden, invalid without any or with too many */
async function listRegisters(
  { kind, addresses }: Order,
  { siteObject }: Context,
  site: AtSite["site"],
): Promise<ExportRegister[]> {
  const readsAll = can(site.actor, "viewAdvancedCurve");
  const mayRead = (address: string) => readsAll || EVERYBODYS.has(address);
  if (addresses !== undefined && !addresses.every(mayRead)) throw new Problem("forbidden");
  const known = await siteObject(site.id).listExportRegisters();
  const wanted = kind === "power" ? POWER_ADDRESSES : addresses && new Set(addresses);
  const registers = known.filter(
    ({ address }) => mayRead(address) && (wanted?.has(address) ?? true),
  );
  if (registers.length === 0)
    throw new Problem("invalid", { message: "noExportData", fields: { kind: "noExportData" } });
  if (registers.length > MAX_EXPORT_REGISTERS)
    throw new Problem("invalid", {
      message: "tooManyRegisters",
      limit: MAX_EXPORT_REGISTERS,
      fields: { addresses: "tooMany" },
      limits: { addresses: { max: MAX_EXPORT_REGISTERS } },
    });
  return registers;
}

const POWER_ADDRESSES: ReadonlySet<string> = new Set(
  POWER_REGISTERS.map((register) => SITE_EQUIPMENT + register),
);

/** Names the columns. A name that several registers have is followed by the address, which is unique. */
function layoutOf(
  { format, kind }: Order,
  registers: readonly ExportRegister[],
  { exportWords, language }: Context,
  timeZone: string,
): ExportLayout {
  const words = exportWords(language);
  const names = registers.map(words.register);
  const columns: ExportColumn[] =
    kind === "statistics"
      ? ENERGY_COLUMNS.map((name) => ({ heading: words.energy(name), isText: false }))
      : registers.map(({ address, isText }, index) => {
          const name = names[index] ?? address;
          const isOnly = names.indexOf(name) === names.lastIndexOf(name);
          return { heading: isOnly ? name : `${name} [${address}]`, isText };
        });
  const isRightToLeft = directionOf(language) === "rtl";
  return { format, time: words.time, columns, timeZone, isRightToLeft };
}

const exportTask = z.object({
  taskId: z.int(),
  kind: z.enum(EXPORT_KINDS),
  interval: z.enum(INTERVALS),
  format: z.enum(EXPORT_FORMATS),
  startDateTime: z.int().describe("ms UTC"),
  endDateTime: z.int().describe("ms UTC, exclusive"),
  registers: z.int().describe("Number of registers; 0 for energies"),
  createdAt: z.int().describe("ms UTC"),
  state: z
    .enum(EXPORT_STATES)
    .describe("In preparation, downloadable, downloaded, or failed for the reason in `failure`"),
  failure: z
    .enum(EXPORT_FAILURES)
    .nullable()
    .describe(
      "tooLarge: more than the format holds; access: the caller lost it; fault: an error of the portal",
    ),
  progress: z.number().min(0).max(1).describe("Share of the period that is written"),
  rows: z.int().describe("Rows so far"),
  size: z.int().describe("Bytes so far"),
  expiresAt: z.int().nullable().describe("When the task and its file are deleted, ms UTC"),
});
const EXAMPLE = {
  taskId: 31,
  kind: "statistics",
  interval: "day",
  format: "csv",
  startDateTime: 1_780_264_800_000,
  endDateTime: 1_782_856_800_000,
  registers: 0,
  createdAt: 1_790_000_000_000,
  state: "downloadable",
  failure: null,
  progress: 1,
  rows: 30,
  size: 2_914,
  expiresAt: 1_790_604_800_000,
} as const;

export const listExports = operation({
  path: "POST /site/v1/chart/overallStats/exportTask/list",
  description: {
    summary: "Lists the caller's exports of a site, the newest first",
    output: z.object({ total: z.int(), rows: z.array(exportTask) }),
    example: { input: { id: 12 }, output: { total: 1, rows: [EXAMPLE] } },
  },
  input: siteInput({
    page: z.int().min(1).max(MAX_PAGE).default(1),
    size: z.int().min(1).max(MAX_SIZE).default(20),
  }),
  access: onSite("exportData"),
  async run({ input: { page, size }, context, caller, site }) {
    const owner = { ownerId: caller.person.id, siteId: site.id };
    const span = { limit: size, offset: (page - 1) * size };
    const { list, total } = await listExportTasks(context.database, owner, span);
    return { total, rows: list.map(describeTask) };
  },
});

function describeTask(task: ListedExportTask): z.output<typeof exportTask> {
  const { id, from, until, cursor, addresses, finishedAt, failure } = task;
  const { kind, interval, format, createdAt, rows, size } = task;
  return {
    taskId: id,
    kind,
    interval,
    format,
    startDateTime: from,
    endDateTime: until,
    registers: addresses.length,
    createdAt,
    state: stateOf(task),
    failure,
    progress: Math.min(1, Math.max(0, (cursor - from) / Math.max(1, until - from))),
    rows,
    size,
    expiresAt: finishedAt === null ? null : finishedAt + EXPORT_RETENTION_MS,
  };
}

function stateOf({ finishedAt, downloadedAt, failure }: ListedExportTask): ExportState {
  if (failure !== null) return "failed";
  if (finishedAt === null) return "preparing";
  return downloadedAt === null ? "downloadable" : "downloaded";
}

export const downloadExport = operation({
  path: "POST /site/v1/chart/overallStats/exportTask/download",
  description: {
    summary:
      "Returns the path of a finished export and marks it as downloaded. The caller reads the file until it expires, " +
      "also in parts (`Range` and `If-Range` with its `ETag`), as long as they may see its data",
    output: z.object({
      file: z.string().describe("Path of the file"),
      size: z.int().describe("Bytes"),
      expiresAt: z.int().describe("ms UTC"),
    }),
    example: {
      input: { id: 12, taskId: 31 },
      output: { file: "/files/kT2m0yFQm4rB1oNfX9pLwA", size: 2_914, expiresAt: 1_790_604_800_000 },
    },
  },
  input: siteInput({ taskId }),
  access: onSite("exportData"),
  writes: true,
  async run({ input, context, caller, site }) {
    const owner = { ownerId: caller.person.id, siteId: site.id };
    const now = context.now();
    const task = await markDownloaded(context.database, { ...owner, id: input.taskId, now });
    if (task === undefined) throw new Problem("notFound");
    if (task.finishedAt === null) throw new Problem("conflict", { message: "exportUnfinished" });
    if (task.failure !== null) throw new Problem("conflict", { message: "exportFailed" });
    return {
      file: filePath(task.fileKey),
      size: task.size,
      expiresAt: task.finishedAt + EXPORT_RETENTION_MS,
    };
  },
});

export const countExports = operation({
  path: "POST /site/v1/chart/overallStats/exportTask/notDownloadNums",
  description: {
    summary: "Returns how many finished exports of a site the caller has not downloaded",
    output: z.object({ nums: z.int() }),
    example: { input: { id: 12 }, output: { nums: 1 } },
  },
  input: siteInput({}),
  access: onSite("exportData"),
  async run({ context, caller, site }) {
    const owner = { ownerId: caller.person.id, siteId: site.id };
    return { nums: await countNotDownloaded(context.database, owner) };
  },
});

export const deleteExport = operation({
  path: "POST /site/v1/chart/overallStats/exportTask/delete",
  description: {
    summary: "Deletes one of the caller's exports with its file, or cancels its preparation",
    output: z.null(),
    example: { input: { id: 12, taskId: 31 }, output: null },
  },
  input: siteInput({ taskId }),
  access: onSite("exportData"),
  writes: true,
  async run({ input, context, caller, site }) {
    const owner = { ownerId: caller.person.id, siteId: site.id };
    const removed = await removeExportTask(context.database, { ...owner, id: input.taskId });
    if (removed === undefined) throw new Problem("notFound");
    await discardExport(context, removed);
    await context.files.delete([removed.fileKey]);
    return null;
  },
});
