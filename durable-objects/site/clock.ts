import type { Clock } from "./parts.ts";

/** The platform's clock and chance. Tests put another `now` in its place; nothing else in the room asks the time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  random: () => Math.random(),
};
