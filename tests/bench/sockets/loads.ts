import { setTimeout as wait } from "node:timers/promises";
import type { LoggerEnd } from "./logger-end.ts";

/** A logger may send ten frames a second. */
const MIN_INTERVAL_MS = 100;
/** For answers that are still under way at the end, on a machine that has much else to do. */
const DRAIN_MS = 120_000;

/**
 * Each logger sends its next frame as soon as the last one is acknowledged, at the rate that it may at most.
 * @returns frames acknowledged per second, without the first moment
 */
export async function pressLoggers(loggers: readonly LoggerEnd[], ms: number): Promise<number> {
  const warmUp = Math.min(1_000, ms / 3);
  const start = performance.now();
  const end = start + warmUp + ms;
  let counted = 0;
  for (const [index, logger] of loggers.entries()) {
    let sentAt = start;
    const send = () => {
      sentAt = performance.now();
      if (sentAt < end) logger.send();
    };
    logger.onAnswer = () => {
      const now = performance.now();
      if (now >= start + warmUp && now < end) counted += 1;
      const pause = sentAt + MIN_INTERVAL_MS - now;
      if (pause <= 0) send();
      else setTimeout(send, pause);
    };
    setTimeout(send, (index / loggers.length) * MIN_INTERVAL_MS);
  }
  await wait(warmUp + ms);
  await drain(loggers);
  return (counted / ms) * 1000;
}

/**
 * Each logger sends a frame each second, one after the other, whatever is answered.
 * @returns ms between sending and acknowledgement, of every frame; throws where one was lost
 */
export async function paceLoggers(
  loggers: readonly LoggerEnd[],
  seconds: number,
): Promise<number[]> {
  const latencies: number[] = [];
  const frames = loggers.length * seconds;
  for (const logger of loggers) logger.onAnswer = (latency) => void latencies.push(latency);
  const start = performance.now();
  const gap = 1_000 / loggers.length;
  for (let sent = 0; sent < frames; ) {
    const due = Math.min(frames, Math.floor((performance.now() - start) / gap) + 1);
    for (; sent < due; sent++) loggers[sent % loggers.length]?.send();
    await wait(1);
  }
  await drain(loggers);
  if (latencies.length !== frames) throw new Error(`${frames - latencies.length} frames were lost`);
  return latencies;
}

async function drain(loggers: readonly LoggerEnd[]): Promise<void> {
  const until = performance.now() + DRAIN_MS;
  while (loggers.some(({ unanswered }) => unanswered > 0)) {
    if (performance.now() > until) throw new Error("frames were not acknowledged");
    await wait(20);
  }
}
