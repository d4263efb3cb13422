/** A viewer that stops reading is closed as contracted, and neither it nor a hostile logger slows other sites down. */
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { readProbeOptions } from "../support/probe-options.ts";
import { median, quantile } from "../support/quantiles.ts";
import { startServer } from "../support/server.ts";
import type { Latencies, NeighboursStart } from "./platform/neighbours-process.ts";
import type { Nuisance, NuisanceStart } from "./platform/nuisance-process.ts";
import { CalledProcess } from "./platform/process-calls.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Pairs of rounds, one without and one with. */
  count: z.coerce.number().int().min(1).default(10),
  /** Other sites, each with a logger that sends once a second and a viewer. */
  sites: z.coerce.number().int().min(1).max(900).default(100),
  seconds: z.coerce.number().positive().default(20),
});
const MAX_SLOWDOWN = 1.5;
const REGISTERS = 60;
const SETTLE_MS = 2_000;
/** 64 values at eight a second, 30 s, and what a busy machine adds. */
const CLOSED_WITHIN_MS = 45_000;
const CLOSE_AFTER_MS = 30_000;
const CLOSE_SLACK_MS = 2_000;

const { seed, count, sites, seconds } = options;
console.log(`seed ${seed}: ${count} pairs of rounds of ${seconds} s, ${sites} other sites`);
const server = await startServer({ spareSites: sites + 2 });
const spare = server.fleet.sites.filter(({ group }) => group === "spare");
const [hostile, unread, ...others] = spare;
if (hostile === undefined || unread === undefined) throw new Error("no spare sites");
const { url } = server;
const { account, password } = server.accounts.fleet;
const neighbours = new CalledProcess(new URL("./platform/neighbours-process.ts", import.meta.url));
const nuisance = new CalledProcess(new URL("./platform/nuisance-process.ts", import.meta.url));
const person = { url, account, password };
await nuisance.call("prepare", { ...person, hostile, unread, seed } satisfies NuisanceStart);
await neighbours.call("start", {
  ...person,
  sites: others,
  registers: REGISTERS,
} satisfies NeighboursStart);
while (!(await neighbours.call<boolean>("isReady"))) await pause(200);

await nuisance.call("stopReading");
await pause(CLOSED_WITHIN_MS);
await nuisance.call("readAgain");
await pause(SETTLE_MS);
const stopped = await nuisance.call<Nuisance>("look");
await nuisance.call("stop");
const isClosed = stopped.unread.every(
  ({ received, end, closedAfterMs }, index) =>
    received === 64 &&
    end === "closed with 4408" &&
    (index > 0 || Math.abs((closedAfterMs ?? 0) - CLOSE_AFTER_MS) <= CLOSE_SLACK_MS),
);
for (const [index, { received, end, closedAfterMs }] of stopped.unread.entries())
  console.log(
    `a viewer that ${index === 0 ? "answers nothing" : "reads nothing"}: ${received} values, ${end ?? "still open"}${index === 0 ? `, ${closedAfterMs} ms after the last of them` : ""}`,
  );

type Round = {
  answers: number;
  pushes: number;
  missing: number;
  ends: string[];
  /** Whether the hostile logger and the viewers that stop reading were there. */
  wasDisturbed: boolean;
};
const pairs: { without: Round; with: Round }[] = [];
for (let pair = 1; pair <= count; pair++) {
  const order = pair % 2 === 1 ? (["without", "with"] as const) : (["with", "without"] as const);
  const rounds: Partial<Record<(typeof order)[number], Round>> = {};
  for (const kind of order) rounds[kind] = await measureRound(kind === "with");
  const { without, with: withThem } = rounds as Record<(typeof order)[number], Round>;
  pairs.push({ without, with: withThem });
  console.log(
    `pair ${String(pair).padStart(2)}: answers p95 ${without.answers.toFixed(1)} → ${withThem.answers.toFixed(1)} ms, viewers p95 ${without.pushes.toFixed(1)} → ${withThem.pushes.toFixed(1)} ms, missing ${without.missing} → ${withThem.missing}`,
  );
}
neighbours.stop();
nuisance.stop();
await server.stop();

const ratio = (what: "answers" | "pushes") =>
  median(pairs.map((pair) => pair.with[what] / pair.without[what]));
const [answers, pushes] = [ratio("answers"), ratio("pushes")];
const ends = pairs.flatMap(({ without, with: withThem }) => [...without.ends, ...withThem.ends]);
const missing = pairs.reduce((sum, pair) => sum + pair.without.missing + pair.with.missing, 0);
const undisturbed = pairs.filter((pair) => !pair.with.wasDisturbed).length;
const isRight =
  isClosed &&
  undisturbed === 0 &&
  Math.max(answers, pushes) <= MAX_SLOWDOWN &&
  ends.length === 0 &&
  missing === 0;
console.log(
  `median of ${count} pairs: answers ${answers.toFixed(2)} times, viewers ${pushes.toFixed(2)} times; ${undisturbed} undisturbed rounds, ${missing} missing, ${ends.length} connections of others ended ${JSON.stringify([...new Set(ends)])}: ${isRight ? "holds" : "DOES NOT HOLD"}`,
);
process.exit(isRight ? 0 : 1);

async function measureRound(isDisturbed: boolean): Promise<Round> {
  if (isDisturbed) await Promise.all([nuisance.call("stopReading"), nuisance.call("beHostile")]);
  await pause(SETTLE_MS);
  const { answers, pushes, ...rest } = await neighbours.call<Latencies>("measure", seconds * 1_000);
  const { sent, ends: hostileEnds, unread: mute } = await nuisance.call<Nuisance>("look");
  const areThere = mute.length > 0 && mute.every(({ welcomed }) => welcomed);
  // The viewer that reads and does not answer proves that there was something to read.
  const wasDisturbed = sent > 0 && areThere && (mute[0]?.received ?? 0) > 0;
  if (isDisturbed)
    console.log(
      `  the hostile logger sent ${sent} frames, ${JSON.stringify(hostileEnds)}; ${mute.length} viewers answered nothing, after ${mute[0]?.received} values${wasDisturbed ? "" : ": NO DISTURBANCE"}`,
    );
  await nuisance.call("stop");
  return {
    answers: quantile(answers, 0.95),
    pushes: quantile(pushes, 0.95),
    wasDisturbed,
    ...rest,
  };
}
