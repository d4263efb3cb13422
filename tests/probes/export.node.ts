/** An export of all samples of a site: its speed, its memory, and what a killed platform does to it. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { parquetMetadata } from "hyparquet";
import { z } from "zod";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { listRuntimeProcesses } from "#tools/runtime-processes.ts";
import { startOurs } from "../bench/peers/portal.ts";
import { FINE_STEP_MS } from "../bench/peers/questions.ts";
import { TiledHousehold } from "../bench/peers/tiled-household.ts";
import { signIn } from "../bench/sockets/viewer-end.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { Inspector } from "./platform/inspector.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Days of 25 registers at ten seconds; 3,650 are ten years. */
  days: z.coerce.number().int().positive().max(3_700).default(3_650),
});
const MEGABYTE = 1_000_000;
const MIN_MB_A_SECOND = 20;
const MIN_OF_BARE = 0.5;
const MAX_HEAP_BYTES = 64 * 1024 * 1024;
const WITHIN_MS = 60 * MINUTE_MS;
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
  let reportedAt = performance.now();
  const fedFrom = reportedAt;
  for (let day = 0; day < days; day++) {
    const start = from + day * DAY_MS;
    await portal.load(0, household, household.read(start, FINE_STEP_MS, DAY_MS / FINE_STEP_MS));
    const at = performance.now();
    if (at - reportedAt < MINUTE_MS) continue;
    reportedAt = at;
    const left = ((at - fedFrom) / (day + 1)) * (days - day - 1);
    console.log(`${day + 1} of ${days} days fed, ${Math.round(left / MINUTE_MS)} min to go`);
  }
  await portal.settle();
  const token = await signIn(server.url, server.accounts.fleet);
  const headers = { Authorization: token, "Content-Type": "application/json" };
  const serial = server.fleet.sites.find(({ group }) => group === "spare")?.serial;
  const call = async (name: string, input: object) => {
    const body = JSON.stringify({ sn: serial, ...input });
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
  let heap = 0;
  const begun = performance.now();
  const csv = await finish(await order("csv"), async () => {
    const used = await inspector.ask<{ usedSize: number; backingStorageSize?: number }>(
      "Runtime.getHeapUsage",
    );
    heap = Math.max(heap, used.usedSize + (used.backingStorageSize ?? 0));
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
  const parquet = await finish(parquetId);
  const { file } = (await call("download", { taskId: parquetId })) as { file: string };
  const tail = await fetch(server.url + file, { headers });
  const bytes = await tail.arrayBuffer();
  judge("Parquet has every row", Number(parquetMetadata(bytes).num_rows) === rows);
  console.log(`Parquet: ${(parquet.size / MEGABYTE).toFixed(0)} MB`);

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

function judge(what: string, holds: boolean): void {
  if (!holds) failures += 1;
  console.log(`${what}: ${holds ? "holds" : "DOES NOT HOLD"}`);
}
