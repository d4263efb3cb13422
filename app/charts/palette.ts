import { ENERGY, LINE, type Shade, SURFACE, TEXT } from "../theme/palette.ts";

/**
 * Fixed colours of charts: a value has the same colour on every chart. Solar energy is amber, the grid violet, the
 * battery green, the load blue and the generator pink; values of one source differ in lightness, and so do those that
 * are stacked on each other, which shows them apart without colour vision, too.
 */
export const CHART_COLORS = {
  solar: ENERGY.solar.fill,
  directUse: ["#ffcf70", "#ffe0a0"],
  load: ["#55a4ea", "#5fa5ec"],
  normalLoad: ["#1561a6", "#b5d9fb"],
  grid: ["#5a4bc7", "#6a5bd8"],
  feedIn: ["#bcb2f5", "#c3b9fb"],
  acInput: ["#3d30a0", "#5140c4"],
  battery: ["#128a5c", "#219a68"],
  batteryCharge: ["#0b5a3d", "#157a52"],
  generator: ["#d97ab6", "#db81ba"],
  batteryCurrent: ["#a87400", "#f2c04a"],
  batteryLevel: ["#08704a", "#8fe3bd"],
  phaseU: ["#c2572b", "#e98a5f"],
  phaseV: ["#3b8bd8", "#4b9ce8"],
  phaseW: ["#7466dd", "#8f83f0"],
} as const satisfies Record<string, Shade>;
export type ChartColor = keyof typeof CHART_COLORS;

/** Colours of freely chosen registers in order; neighbours differ in lightness, too. */
export const LINE_COLORS: readonly Shade[] = [
  ["#1561a6", "#6db4f5"],
  ["#c2572b", "#f09468"],
  ["#0a7d54", "#4fd096"],
  ["#7a3fb0", "#c49af2"],
  ["#a87400", "#f2c04a"],
  ["#0b7f86", "#4fcfd6"],
  ["#b02a5b", "#f58bb0"],
  ["#4c6b1f", "#a9cf63"],
  ["#5b5f66", "#b3bcc4"],
  ["#2b3fa8", "#93a2ff"],
  ["#8a3b12", "#e0a27c"],
  ["#00695c", "#80d8c8"],
];

/** Colours of the background, grid and text of charts. */
export const CHART_GROUND = {
  grid: LINE.muted,
  axis: LINE.emphasized,
  text: TEXT.muted,
  strong: TEXT.default,
  ground: SURFACE.panel,
} as const satisfies Record<string, Shade>;
