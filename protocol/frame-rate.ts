import { z } from "zod";
import { FRAMES_BURST, FRAMES_PER_SECOND } from "./logger/limits.ts";

/** How many frames a socket may still send at once, as of `at` (ms UTC). */
export const frameRate = z.object({ left: z.number(), at: z.number() });
export type FrameRate = z.infer<typeof frameRate>;

export function startFrameRate(now: number): FrameRate {
  return { left: FRAMES_BURST, at: now };
}

/** Takes one frame off; null where there is none left. A clock that went back gives nothing and takes nothing. */
export function takeFrame({ left, at }: FrameRate, now: number): FrameRate | null {
  const gained = (Math.max(0, now - at) / 1000) * FRAMES_PER_SECOND;
  const allowed = Math.min(FRAMES_BURST, left + gained);
  return allowed < 1 ? null : { left: allowed - 1, at: now };
}
