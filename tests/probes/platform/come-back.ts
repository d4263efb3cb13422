import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "../../support/quantiles.ts";
import type { LoggersNews } from "./loggers-process.ts";
import type { Swarm } from "./swarm.ts";
import type { ViewersNews } from "./viewers-process.ts";

/** How a crowd that was cut off came back. */
type ComeBack = {
  /** ms from the cut until each was welcomed. */
  loggers: number[];
  viewers: number[];
  /** ms from the cut to each try. */
  attempts: { loggers: number[]; viewers: number[] };
  /** ms from ticket, upgrade and login to their answers. */
  took: ViewersNews["took"];
  /** How connections ended, or the attempts at them. */
  ends: Record<string, number>;
};

/** What a portal says that has too much to do. */
const OVERLOAD = /^(HTTP|ticket) (429|5\d\d)$|^closed with (1011|1012|1013|4429)$/;
const POLL_MS = 500;

/** Cuts, then waits until everybody was welcomed again. */
export async function watchComeBack(
  swarm: Swarm,
  crowd: { loggers: number; viewers: number },
  cut: () => Promise<void>,
  withinMs: number,
): Promise<ComeBack> {
  await swarm.news();
  const begun = Date.now();
  await cut();
  const attempts: ComeBack["attempts"] = { loggers: [], viewers: [] };
  const back: ComeBack = { loggers: [], viewers: [], attempts, took: [], ends: {} };
  const since = (at: number) => at - begun;
  const take = (loggers: LoggersNews, viewers: ViewersNews) => {
    back.loggers.push(...loggers.welcomes.map(since));
    back.viewers.push(...viewers.welcomes.map(since));
    attempts.loggers.push(...loggers.dials.map(since));
    attempts.viewers.push(...viewers.dials.map(since));
    back.took.push(...viewers.took);
    for (const ends of [loggers.ends, viewers.ends])
      for (const [reason, times] of Object.entries(ends))
        back.ends[reason] = (back.ends[reason] ?? 0) + times;
  };
  while (Date.now() < begun + withinMs) {
    await pause(POLL_MS);
    const { loggers, viewers } = await swarm.news();
    take(loggers, viewers);
    const isBack = loggers.online === crowd.loggers && viewers.in === crowd.viewers;
    const wasCut = back.loggers.length >= crowd.loggers && back.viewers.length >= crowd.viewers;
    if (isBack && wasCut) break;
  }
  return back;
}

export function countOverload(ends: Record<string, number>): number {
  return Object.entries(ends).reduce(
    (sum, [reason, times]) => (OVERLOAD.test(reason) ? sum + times : sum),
    0,
  );
}

/** One line for each second with a reconnection. */
export function drawHistogram({ loggers, viewers }: ComeBack): string {
  const lastSecond = Math.floor(Math.max(0, ...loggers, ...viewers) / 1_000);
  const count = (times: number[], second: number) =>
    times.filter((at) => Math.floor(at / 1_000) === second).length;
  const lines: string[] = [];
  for (let second = 0; second <= lastSecond; second++) {
    const [some, others] = [count(loggers, second), count(viewers, second)];
    if (some + others === 0) continue;
    const bar = "l".repeat(Math.ceil(some / 5)) + "v".repeat(Math.ceil(others / 5));
    lines.push(
      `${String(second).padStart(3)} s ${String(some).padStart(4)} loggers ${String(others).padStart(4)} viewers ${bar}`,
    );
  }
  return lines.join("\n");
}

/** The greatest part of all within one second. */
export function crestOf(times: readonly number[]): number {
  const seconds = Map.groupBy(times, (at) => Math.floor(at / 1_000));
  return Math.max(0, ...[...seconds.values()].map(({ length }) => length)) / times.length;
}

/** Where the time of a viewer's return went, ms. */
export function describeSteps(took: ComeBack["took"]): string {
  return (["ticket", "upgrade", "login"] as const)
    .map((step) => {
      const times = took.map((each) => each[step]);
      const [half, most, all] = [0.5, 0.95, 1].map((part) => quantile(times, part).toFixed(0));
      return `${step} p50 ${half} p95 ${most} max ${all} ms`;
    })
    .join(", ");
}
