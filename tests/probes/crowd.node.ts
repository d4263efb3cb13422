/** A thousand loggers and a thousand viewers that are cut off at once are all back within 40 s, spread by jitter. */
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { listRuntimeProcesses } from "#tools/runtime-processes.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { startServer } from "../support/server.ts";
import {
  countOverload,
  crestOf,
  describeSteps,
  drawHistogram,
  watchComeBack,
} from "./platform/come-back.ts";
import { startSwarm } from "./platform/swarm.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  seed: z.coerce.number().int().default(1),
  /** Loggers, and as many viewers unless `viewers` says otherwise. */
  count: z.coerce.number().int().min(1).max(1_000).default(1_000),
  viewers: z.coerce.number().int().min(1).optional(),
  /**
   * The viewers share so many sites. A watched site uploads each second instead of each minute: the more of them, the
   * more the platform has to do besides.
   */
  watched: z.coerce.number().int().min(1).default(100),
});
const BACK_WITHIN_MS = 40_000;
const GIVE_UP_MS = 90_000;
/** Spread over ten seconds, a second sees a tenth, give or take chance, and half as much again where clients are late. */
const maxPerSecond = (attempts: number) => 0.15 + 4 * Math.sqrt((0.1 * 0.9) / attempts);
const SETTLE_MS = 10_000;

const { seed, count } = options;
const crowd = { loggers: count, viewers: options.viewers ?? count };
const watched = Math.min(options.watched, count, crowd.viewers);
console.log(`seed ${seed}: ${crowd.loggers} loggers, ${crowd.viewers} viewers of ${watched} sites`);

const server = await startServer({ spareSites: count });
const swarm = await startSwarm(server, { ...crowd, watched, seed, record: false });
await swarm.until(
  ({ loggers, viewers }) => loggers.online === crowd.loggers && viewers.in === crowd.viewers,
  240_000,
);
console.log("all are connected");

const cuts: Record<string, () => Promise<void>> = {
  "every socket destroyed": async () => {
    await Promise.all([swarm.loggers.call("cut"), swarm.viewers.call("cut")]);
  },
  "the platform's process killed and started again": async () => {
    for (const pid of listRuntimeProcesses()) process.kill(pid, "SIGKILL");
  },
};
const verdicts: boolean[] = [];
for (const [name, cut] of Object.entries(cuts)) {
  await pause(SETTLE_MS);
  const back = await watchComeBack(swarm, crowd, cut, GIVE_UP_MS);
  const last = Math.max(...back.loggers, ...back.viewers);
  const missing =
    Math.max(0, crowd.loggers - back.loggers.length) +
    Math.max(0, crowd.viewers - back.viewers.length);
  const overload = countOverload(back.ends);
  const attempts = [back.attempts.loggers, back.attempts.viewers];
  const crests = attempts.map(crestOf);
  const isRight =
    missing === 0 &&
    last <= BACK_WITHIN_MS &&
    overload === 0 &&
    attempts.every((each) => crestOf(each) <= maxPerSecond(each.length));
  verdicts.push(isRight);
  console.log(`\n${name}\n${drawHistogram(back)}`);
  console.log(`ends: ${JSON.stringify(back.ends)}`);
  console.log(describeSteps(back.took));
  console.log(
    `last back after ${(last / 1_000).toFixed(1)} s, ${missing} missing, ${overload} refused for overload, at most ${crests.map((crest) => `${(crest * 100).toFixed(0)} %`).join(" of the loggers and ")} of the viewers tried in one second: ${isRight ? "holds" : "DOES NOT HOLD"}`,
  );
}
swarm.stop();
await server.stop();
process.exit(verdicts.every((isRight) => isRight) ? 0 : 1);
