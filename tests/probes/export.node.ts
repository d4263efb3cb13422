/** An export of all samples of a site: its speed, its memory, and what a killed platform does to it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { parquetMetadata } from "hyparquet";
import { z } from "zod";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { PortalClient } from "#tools/archives/portal-client.ts";
import { listRuntimeProcesses } from "#tools/runtime-processes.ts";
import { startOurs } from "../bench/peers/portal.ts";
import { FINE_STEP_MS } from "../bench/peers/questions.ts";
import { TiledHousehold } from "../bench/peers/tiled-household.ts";
import { signIn } from "../bench/sockets/viewer-end.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { lengthenArchive } from "./export/lengthen-archive.ts";
import { Inspector } from "./platform/inspector.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Days of 25 registers at ten seconds; 3,650 are ten years. */
  days: z.coerce.number().int().positive().max(3_700).default(3_650),
  /** Folder in which the exported files are stored, for programs that read them. */
  to: z.string().optional(),
});
const MEGABYTE = 1_000_000;
const MIN_MB_A_SECOND = 20;
const MIN_OF_BARE = 0.5;
const MAX_HEAP_BYTES = 64 * 1024 * 1024;
const WITHIN_MS = 60 * MINUTE_MS;
/** Row groups of ten years take less in a Parquet file's metadata. */
const TAIL_BYTES = 64 * 1_048_576;
const TASK = "/api/site/v1/chart/overallStats/exportTask";

type Task = { taskId: number; state: string; progress: number; rows: number; size: number };

const { seed, days } = options;
const until = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const from = until - days * DAY_MS;
const rows = days * (DAY_MS / FINE_STEP_MS);
console.log(`seed ${seed}: ${days} days of 25 registers at ten seconds, ${rows} rows`);
const recording = new URL("../../simulator/recordings/givenergy-household.csv.gz", import.meta.url);
const household = new TiledHousehold(gunzipSync(readFileSync(recording)).toString(), seed, from);
const portal = await startOurs(1, { inspect: true });
const { server } = portal;
let failures = 0;
try {
  const { account, password } = server.accounts.fleet;
  const client = await PortalClient.signIn(server.url, account, password);
  const siteId = await importSite(client);
  const token = await signIn(server.url, server.accounts.fleet);
  const headers = { Authorization: token, "Content-Type": "application/json" };
  const call = async (name: string, input: object) => {
    const body = JSON.stringify({ id: siteId, ...input });
    const answer = await fetch(`${server.url}${TASK}/${name}`, { method: "POST", headers, body });
    const { data, message } = (await answer.json()) as { data: unknown; message: string };
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${message}`);
    return data;
  };
  const order = async (format: string) => {
    const period = { startDateTime: from, endDateTime: until };
    const input = { kind: "registers", interval: "raw", format, ...period };
    return ((await call("add", input)) as { taskId: number }).taskId;
  };
  const find = async (taskId: number): Promise<Task> => {
    const list = (await call("list", {})) as { rows: Task[] };
    const task = list.rows.find((one) => one.taskId === taskId);
    if (task === undefined) throw new Error("the task is gone");
    return task;
  };
  const finish = async (taskId: number, look: (task: Task) => Promise<void> = async () => {}) => {
    for (const end = Date.now() + WITHIN_MS; Date.now() < end; await pause(SECOND_MS / 4)) {
      const task = await find(taskId).catch(() => null);
      if (task === null) continue;
      await look(task);
      if (task.state !== "preparing") return task;
    }
    throw new Error("the export does not end");
  };
  const readFile = async (taskId: number) => {
    const { file } = (await call("download", { taskId })) as { file: string };
    const begun = performance.now();
    const answer = await fetch(server.url + file, { headers });
    let bytes = 0;
    let lines = 0;
    for await (const piece of answer.body ?? []) {
      bytes += piece.length;
      for (const byte of piece) if (byte === 10) lines += 1;
    }
    return { bytes, lines, ms: performance.now() - begun, file };
  };

  const inspector = await Inspector.open(await server.runtime.findInspector());
  // Not what the import has left.
  await inspector.ask("HeapProfiler.collectGarbage");
  const usedHeap = async () => {
    const used = await inspector.ask<{ usedSize: number; backingStorageSize?: number }>(
      "Runtime.getHeapUsage",
    );
    return used.usedSize + (used.backingStorageSize ?? 0);
  };
  let heap = 0;
  const begun = performance.now();
  const csv = await finish(await order("csv"), async () => {
    heap = Math.max(heap, await usedHeap());
  });
  const ms = performance.now() - begun;
  const rate = csv.size / MEGABYTE / (ms / SECOND_MS);
  console.log(`CSV: ${(csv.size / MEGABYTE).toFixed(0)} MB in ${(ms / SECOND_MS).toFixed(1)} s`);
  const read = await readFile(csv.taskId);
  const bare = read.bytes / MEGABYTE / (read.ms / SECOND_MS);
  console.log(`${rate.toFixed(1)} MB/s; the file itself is streamed at ${bare.toFixed(1)} MB/s`);
  judge("fast enough", rate >= MIN_MB_A_SECOND || rate >= MIN_OF_BARE * bare);
  judge(`heap of the isolate ${(heap / MEGABYTE).toFixed(1)} MB`, heap <= MAX_HEAP_BYTES);
  judge("every row is in the file", csv.rows === rows && read.lines === rows + 1);

  const parquetId = await order("parquet");
  let live = 0;
  const parquet = await finish(parquetId, async () => {
    await inspector.ask("HeapProfiler.collectGarbage");
    live = Math.max(live, await usedHeap());
  });
  const { file } = (await call("download", { taskId: parquetId })) as { file: string };
  const { length, tail } = await readTail(server.url + file, headers);
  judge("Parquet has every row", Number(parquetMetadata(tail).num_rows) === rows);
  judge("Parquet has its size", length === parquet.size);
  if (options.to !== undefined)
    for (const [name, path] of [
      ["samples.csv", read.file],
      ["samples.parquet", file],
    ] as const) {
      await client.download(path, join(options.to, name));
    }
  const text = (bytes: number) => (bytes / MEGABYTE).toFixed(0);
  console.log(`Parquet: ${text(parquet.size)} MB; heap after collections ${text(live)} MB`);

  const killedId = await order("csv");
  let kills = 0;
  let lastRows = 0;
  const killed = await finish(killedId, async (task) => {
    // Each kill is after a saved state that is further on than the one before.
    if (task.state !== "preparing" || kills >= 3 || task.rows <= lastRows) return;
    lastRows = task.rows;
    kills += 1;
    for (const pid of listRuntimeProcesses()) process.kill(pid, "SIGKILL");
  });
  console.log(`${kills} kills`);
  judge("a killed export has the same size", killed.size === csv.size && killed.rows === rows);
} finally {
  await portal.stop();
}
process.exit(failures === 0 ? 0 : 1);

/**
 * Imports an archive with the days, made from one of a site whose logger has sent a day.
 * @returns the id of the site
 */
async function importSite(client: PortalClient): Promise<number> {
  const begun = performance.now();
  const elapsed = () => `${Math.round((performance.now() - begun) / SECOND_MS)} s`;
  const samplesPerDay = DAY_MS / FINE_STEP_MS;
  await portal.load(0, household, household.read(from, FINE_STEP_MS, samplesPerDay));
  await portal.settle();
  const serial = server.fleet.sites.find(({ group }) => group === "spare")?.serial;
  const find = server.runtime.database.prepare("select site_id from modules where serial = ?");
  const template = await find.bind(serial).first<number>("site_id");
  let shownPhase = "";
  client.onProgress = ({ phase, progress }) => {
    const text = `${phase} ${Math.floor(10 * progress) * 10} %`;
    if (text !== shownPhase) console.log(`${text} after ${elapsed()}`);
    shownPhase = text;
  };
  const folder = mkdtempSync(join(tmpdir(), "helioport-export-"));
  try {
    const [small, large] = [join(folder, "small.zip"), join(folder, "large.zip")];
    await client.exportTo(small, template);
    let reportedAt = performance.now();
    const onDay = (written: number) => {
      if (performance.now() - reportedAt < MINUTE_MS) return;
      reportedAt = performance.now();
      console.log(`${written} of ${days} days written after ${elapsed()}`);
    };
    const stepMs = FINE_STEP_MS;
    await lengthenArchive(small, large, { from, days, stepMs, samplesPerDay, household, onDay });
    console.log(`archive written after ${elapsed()}`);
    const { archiveId } = await client.importFrom(large, "archive.zip");
    console.log(`archive imported after ${elapsed()}`);
    const imported = server.runtime.database.prepare(
      "select site_id from archive_tasks where id = ?",
    );
    return (await imported.bind(archiveId).first<number>("site_id")) ?? 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads the end of a Parquet file, which has its metadata. */
async function readTail(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers: { ...headers, Range: `bytes=-${TAIL_BYTES}` } });
  const tail = await answer.arrayBuffer();
  const range = answer.headers.get("Content-Range");
  return { tail, length: range === null ? tail.byteLength : Number(range.split("/")[1]) };
}

function judge(what: string, holds: boolean): void {
  if (!holds) failures += 1;
  console.log(`${what}: ${holds ? "holds" : "DOES NOT HOLD"}`);
}
