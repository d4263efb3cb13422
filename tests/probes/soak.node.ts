/** An hour of 200 sites and 20 viewers: the heap does not grow, nothing fails, nothing is lost. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { startServer } from "../support/server.ts";
import { judgeGrowth } from "./platform/heap-growth.ts";
import { Inspector } from "./platform/inspector.ts";
import { measureResident } from "./platform/resident-memory.ts";
import {
  compareWithStored,
  describeComparison,
  isComplete,
  NOTHING_COMPARED,
} from "./platform/stored-samples.ts";
import { startSwarm } from "./platform/swarm.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Sites. */
  count: z.coerce.number().int().min(1).max(1_000).default(200),
  viewers: z.coerce.number().int().min(0).default(20),
  minutes: z.coerce.number().positive().default(60),
  /** A JSON line for each measurement goes here. */
  out: z.string().optional(),
});
const MAX_GROWTH = 0.05;
/** Long enough for the last upload of a site without viewers, and its answer. */
const LAST_UPLOAD_MS = 120_000;

const { seed, count, viewers, minutes, out } = options;
const lastsMs = minutes * 60_000;
const everyMs = Math.min(60_000, lastsMs / 18);
console.log(`seed ${seed}: ${count} sites, ${viewers} viewers, ${minutes} minutes`);
if (out !== undefined) writeFileSync(out, "");

const server = await startServer({ spareSites: count, inspect: true });
const inspector = await Inspector.open(await server.runtime.findInspector());
const swarm = await startSwarm(server, {
  loggers: count,
  viewers,
  watched: Math.min(viewers, count),
  seed,
  record: true,
});
await swarm.until((now) => now.loggers.online === count && now.viewers.in === viewers, 120_000);

const begun = Date.now();
const heaps: { atMs: number; heap: number }[] = [];
const ends: Record<string, number> = {};
for (let next = begun; next <= begun + lastsMs; next += everyMs) {
  await pause(Math.max(0, next - Date.now()));
  const [heap, now] = [await inspector.measureHeap(), await swarm.news()];
  heaps.push({ atMs: next - begun, heap });
  for (const [reason, times] of [now.loggers.ends, now.viewers.ends].flatMap(Object.entries))
    ends[reason] = (ends[reason] ?? 0) + Number(times);
  const line = {
    minute: Math.round((next - begun) / 600) / 100,
    heapMiB: toMebibytes(heap),
    residentMiB: toMebibytes(measureResident()),
    loggers: now.loggers.online,
    viewers: now.viewers.in,
    sampled: now.loggers.sampled,
    waiting: now.loggers.waiting,
    pushes: now.viewers.pushes,
    complaints: readComplaints(server.state.log).length,
    ends: { ...ends },
  };
  console.log(JSON.stringify(line));
  if (out !== undefined) appendFileSync(out, `${JSON.stringify(line)}\n`);
}

inspector.close();
await swarm.loggers.call("stopSampling");
await swarm.until((now) => now.loggers.waiting === 0, LAST_UPLOAD_MS);
const records = join(server.state.root, "sampled.jsonl");
await swarm.loggers.call("writeRecords", records);
swarm.stop();
let stored = NOTHING_COMPARED;
let complaints: string[] = [];
await server.stop((state) => {
  stored = compareWithStored(records, state.resources);
  complaints = readComplaints(state.log);
});

const growth = judgeGrowth(heaps, lastsMs);
const dropped = Object.keys(ends).length;
const verdict = {
  minutes,
  growth: Math.round(growth * 10_000) / 10_000,
  complaints: complaints.length,
  ends,
  ...stored,
};
console.log(complaints.slice(0, 20).join("\n"));
console.log(JSON.stringify({ verdict }));
if (out !== undefined) appendFileSync(out, `${JSON.stringify({ verdict })}\n`);
const isRight =
  growth < MAX_GROWTH &&
  complaints.length + dropped === 0 &&
  stored.sites === count &&
  isComplete(stored);
console.log(
  `heap ${growth < 0 ? "" : "+"}${(growth * 100).toFixed(2)} % over the last two thirds, ${complaints.length} complaints, ${dropped} kinds of dropped connections, ${describeComparison(stored)}: ${isRight ? "holds" : "DOES NOT HOLD"}`,
);
process.exit(isRight ? 0 : 1);

/** Errors and warnings of the platform; unhandled rejections are among them. */
function readComplaints(log: string): string[] {
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => /^\S+ (error|warn) /.test(line));
}

function toMebibytes(bytes: number): number {
  return Math.round((bytes / 2 ** 20) * 100) / 100;
}
