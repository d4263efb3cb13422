import { z } from "zod";
import { addAlarmExport } from "#database/alarms/alarm-exports.ts";
import { can } from "#domain/access/can.ts";
import type { AlarmRow } from "#domain/alarms/alarm-row.ts";
import { filePath } from "#domain/files/file-path.ts";
import { directionOf } from "#domain/languages.ts";
import { Problem } from "#domain/problem.ts";
import { formatLocalSecond } from "#domain/units/local-time.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { onSite } from "../access.ts";
import { siteClockOf } from "../charts/site-clock.ts";
import {
  ALARM_COLUMNS,
  type AlarmWords,
  type Context,
  type TableCell,
  type TableWriter,
} from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { durationOf } from "./describe-alarm.ts";

/**
 * Rows that are read from the site's object at a time. The log's own maximum bounds an export: both files together take
 * a few megabytes of memory.
 */
const ROWS_AT_ONCE = 500;
/** Maximum number of a user's exported files that are stored at the same time; each is deleted after a day. */
const MAX_STORED_FILES = 100;
const EXPORT_WAIT_S = 3_600;
const KEY_BYTES = 16;

const FORMATS = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type Format = keyof typeof FORMATS;

const instant = z.int().min(0);
const filePathField = z.string().describe("Path of the file, for this user and one day");

const input = siteInput({
  from: instant.optional().describe("Required, ms UTC"),
  to: instant.optional().describe("Required, exclusive, ms UTC, not before `from`"),
}).superRefine(({ from, to }, issues) => {
  const isReversed = from !== undefined && to !== undefined && to < from;
  for (const name of [from === undefined && "from", (to === undefined || isReversed) && "to"])
    if (name !== false)
      issues.addIssue({
        code: "custom",
        path: [name],
        message: "setFirst",
        params: { message: "setFirst" },
      });
});

export const exportAlarms = operation({
  path: "POST /site/v2/alarm/logger/export",
  description: {
    summary:
      "Exports the alarms of a period as CSV and as XLSX. The caller reads the files for a day, as long as they may view the log",
    output: z.object({ rows: z.int(), csv: filePathField, xlsx: filePathField }),
    example: {
      input: { id: 12, from: 1_787_408_000_000, to: 1_790_000_000_000 },
      output: {
        rows: 31,
        csv: "/files/kT2m0yFQm4rB1oNfX9pLwA",
        xlsx: "/files/aW5zcGVjdC1tZS1vbi1hLW1",
      },
    },
  },
  input,
  access: onSite("viewAlarmLog"),
  writes: true,
  async run({ input: { from = 0, to = 0 }, context, caller, site }) {
    if (!can(site.actor, "exportData")) throw new Problem("forbidden");
    const { timeZone } = siteClockOf({ caller, site });
    const period = { siteId: site.id, from, to, timeZone };
    const tables = {
      csv: context.tables.csv(),
      xlsx: context.tables.xlsx(directionOf(context.language) === "rtl"),
    };
    const rows = await writeRows(context, period, Object.values(tables));
    const made = { ownerId: caller.person.id, siteId: site.id, from, to, rows };
    return { rows, ...(await storeFiles(context, tables, made)) };
  },
});

type Period = { siteId: number; from: number; to: number; timeZone: string };

/** @returns the number of rows */
async function writeRows(
  context: Context,
  { siteId, from, to, timeZone }: Period,
  tables: readonly TableWriter[],
): Promise<number> {
  const words = context.alarmWords(context.language);
  const add = (cells: readonly TableCell[]) => {
    for (const table of tables) table.add(cells);
  };
  add(ALARM_COLUMNS.map(words.column));
  const object = context.siteObject(siteId);
  const seen = new Set<number>();
  for (let page = 1; ; page++) {
    const { total, rows } = await object.readAlarmLog({ page, size: ROWS_AT_ONCE, from, to });
    // A new alarm shifts the pages, so that a row could be read twice.
    for (const row of rows.filter(({ logId }) => !seen.has(logId))) {
      seen.add(row.logId);
      add(cellsOf(row, words, { timeZone, now: context.now() }));
    }
    if (rows.length === 0 || page * ROWS_AT_ONCE >= total) return seen.size;
  }
}

function cellsOf(
  row: AlarmRow,
  words: AlarmWords,
  { timeZone, now }: { timeZone: string; now: number },
) {
  const time = (at: number | null | undefined) =>
    at == null ? null : { localTime: formatLocalSecond(at, timeZone) };
  const cells: Record<(typeof ALARM_COLUMNS)[number], TableCell> = {
    logId: row.logId,
    device: row.deviceName,
    address: row.address,
    source: words.source(row.source),
    level: words.level(row.level),
    description: words.describe(row),
    start: time(row.startTime),
    active: time(row.dateTime),
    end: time(row.endTime),
    duration: durationOf(row, now),
    value: row.value,
    limit: row.limit,
    unit: row.unit,
    reason: row.reason && words.reason(row.reason),
    late: row.isRetroactive ? words.yes : null,
    acknowledgedBy: row.acknowledged?.by ?? null,
    acknowledgedAt: time(row.acknowledged?.at),
  };
  return ALARM_COLUMNS.map((name) => cells[name]);
}

type NewExport = { ownerId: number; siteId: number; from: number; to: number; rows: number };

/** Stores the files before their records, as an upload does, and returns their paths. @throws Problem tooFast */
async function storeFiles(
  { database, files, now, randomBytes }: Context,
  tables: Readonly<Record<Format, TableWriter>>,
  { ownerId, siteId, ...details }: NewExport,
): Promise<Record<Format, string>> {
  const store = async (format: Format) => {
    const key = toBase64Url(randomBytes(KEY_BYTES));
    const bytes = tables[format].finish();
    await files.put(key, bytes, FORMATS[format]);
    return { key, contentType: FORMATS[format], size: bytes.length };
  };
  const csv = await store("csv");
  const xlsx = await store("xlsx");
  const made = { ownerId, siteId, now: now(), details };
  if (await addAlarmExport(database, [csv, xlsx], made, MAX_STORED_FILES))
    return { csv: filePath(csv.key), xlsx: filePath(xlsx.key) };
  await files.delete([csv.key, xlsx.key]);
  throw new Problem("tooFast", { retryAfter: EXPORT_WAIT_S });
}
