import { setTimeout as wait } from "node:timers/promises";
import type { ViewerEnd } from "./viewer-end.ts";

/** Longer than it takes to reach everybody. */
const EVERY_MS = 250;
const GIVE_UP_MS = 20_000;

/**
 * Sends frames one after the other, each once everybody has the one before.
 * @returns ms between sending a frame and its arrival, for each frame and viewer
 */
export async function fanOut(
  send: () => void,
  viewers: readonly ViewerEnd[],
  frames: number,
): Promise<number[]> {
  const latencies: number[] = [];
  for (let frame = 1; frame <= frames; frame++) {
    const all = new Promise<void>((resolve) => {
      let missing = viewers.length;
      const sentAt = performance.now();
      for (const viewer of viewers)
        viewer.onValues = () => {
          latencies.push(performance.now() - sentAt);
          missing -= 1;
          if (missing === 0) resolve();
        };
      send();
    });
    await Promise.all([Promise.race([all, wait(GIVE_UP_MS)]), wait(EVERY_MS)]);
    const lost = frame * viewers.length - latencies.length;
    if (lost !== 0) throw new Error(`${lost} viewers did not get frame ${frame}`);
  }
  return latencies;
}
