import type { Clock } from "./interfaces.ts";

/** The platform's clock and random source. Tests replace `now`; nothing else in this folder reads the time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  random: () => Math.random(),
};
