import { HOUR_MS } from "#domain/units/durations.ts";
import type { Irradiance } from "./clear-sky.ts";
import { smoothNoise } from "./smooth-noise.ts";

/**
 * Cloud cover in front of the sun, 0 to 1: weather that changes over days and hours, and single clouds that pass within
 * minutes.
 * @param cloudiness the site's, 0 to 1
 */
export function coverOfClouds(seed: number, at: number, cloudiness: number): number {
  const weather =
    1.25 * smoothNoise(seed ^ 0x11, at, 19 * HOUR_MS) +
    0.7 * smoothNoise(seed ^ 0x22, at, 4 * HOUR_MS);
  const sky = 1 / (1 + Math.exp(-(6 * (cloudiness - 0.5) + 1.6 * weather)));
  const passing =
    0.8 * smoothNoise(seed ^ 0x33, at, 420_000) + 0.35 * smoothNoise(seed ^ 0x44, at, 75_000);
  const threshold = 1 / (1 + Math.exp(-2.4 * passing));
  const overhead = Math.min(1, Math.max(0, (sky - threshold) / 0.2 + 0.5));
  return Math.min(1, 0.3 * sky + 0.7 * overhead);
}

/** Cloud cover of heavy, fast clouds: closed most of the time, with gaps of seconds. */
export function coverOfHeavyClouds(seed: number, at: number): number {
  const passing = smoothNoise(seed ^ 0x55, at, 45_000) + 0.5 * smoothNoise(seed ^ 0x66, at, 12_000);
  return Math.min(1, Math.max(0.3, 0.92 + 0.3 * passing));
}

/**
 * Reduces a clear sky by clouds (Kasten and Czeplak): the global irradiance falls to a quarter under closed cover, and
 * the rest becomes more diffuse.
 * @param elevation degrees
 */
export function dimByClouds(clear: Irradiance, elevation: number, cover: number): Irradiance {
  if (clear.global <= 0) return clear;
  const global = clear.global * (1 - 0.75 * cover ** 3.4);
  const clearShare = clear.diffuse / clear.global;
  const diffuse = global * (clearShare + (1 - clearShare) * cover ** 2);
  const sine = Math.sin((elevation * Math.PI) / 180);
  return { global, diffuse, beam: Math.min(clear.beam, (global - diffuse) / sine) };
}
