import type { Shade } from "../theme/palette.ts";

/**
 * Colours of heatmaps from zero to the greatest value, in steps of about the same lightness: towards dark in the light
 * appearance and towards light in the dark one, so that they are distinguishable without colour vision.
 */
export const HEAT_STOPS = {
  solar: [
    ["#fdf0d0", "#2c230f"],
    ["#efa835", "#7d5413"],
    ["#bd6c06", "#d9942c"],
    ["#5e2c00", "#ffe7b3"],
  ],
  load: [
    ["#e6f1fc", "#12263d"],
    ["#94c5f2", "#255a92"],
    ["#327abf", "#63a9ee"],
    ["#0b3361", "#d6eaff"],
  ],
  grid: [
    ["#efecfc", "#211d40"],
    ["#bab0f1", "#4c40a6"],
    ["#6d5ed2", "#9387f2"],
    ["#2a1f7a", "#e2ddff"],
  ],
} as const satisfies Record<string, readonly Shade[]>;
export type HeatName = keyof typeof HEAT_STOPS;

const STEPS = 64;

/** Returns the colours of a scale in even steps, "#rrggbb", for `heatColor`. */
export function heatColors(name: HeatName, colorOf: (shade: Shade) => string): string[] {
  const stops = HEAT_STOPS[name].map((shade) => channelsOf(colorOf(shade)));
  return Array.from({ length: STEPS }, (_, step) => {
    const place = (step / (STEPS - 1)) * (stops.length - 1);
    const before = Math.min(stops.length - 2, Math.floor(place));
    const [from = [], to = []] = [stops[before], stops[before + 1]];
    const mixed = from.map((channel, at) => channel + ((to[at] ?? 0) - channel) * (place - before));
    return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
  });
}

/**
 * Returns the colour of a value.
 * @param share the value as a share of the greatest of the scale; greater ones have its colour
 */
export function heatColor(colors: readonly string[], share: number): string {
  const step = Math.round(Math.min(1, Math.max(0, share)) * (colors.length - 1));
  return colors[step] ?? "";
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
