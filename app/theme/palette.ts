/** A colour in the light and in the dark appearance. */
export type Shade = readonly [light: string, dark: string];

/** Surfaces, from the page itself to the dialogs above it. */
export const SURFACE = {
  canvas: ["#f2f5f1", "#0b1312"],
  panel: ["#ffffff", "#121d1b"],
  raised: ["#ffffff", "#182523"],
  sunken: ["#e9eee9", "#0e1816"],
  hover: ["#f0f4f0", "#1a2926"],
  segment: ["#ffffff", "#22352f"],
} as const satisfies Record<string, Shade>;

/** Text colours, from the strongest to the weakest; all meet AA on every surface. */
export const TEXT = {
  default: ["#132320", "#e4eeea"],
  muted: ["#47605a", "#a3b8b1"],
  subtle: ["#5a706a", "#8ba19a"],
} as const satisfies Record<string, Shade>;

export const LINE = {
  default: ["#d9e1db", "#253632"],
  muted: ["#e7ece8", "#1c2a27"],
  emphasized: ["#b9c7c0", "#3a514b"],
} as const satisfies Record<string, Shade>;

/** The sidebar has the same petrol in both appearances. */
export const HARBOUR = {
  bg: "#0d2b2b",
  bgDark: "#0a1f1f",
  hover: "#163c3b",
  active: "#1d4a48",
  fg: "#dbe9e4",
  muted: "#98b5ae",
  sun: "#f6b443",
  sunInk: "#161616",
} as const;

/** Text and buttons on pictures of any colour: `onWhite` is the resulting background on the lightest picture. */
export const VEIL = {
  ground: "rgba(6, 30, 32, 0.62)",
  hover: "rgba(6, 30, 32, 0.85)",
  onWhite: "#657475",
  ink: "#ffffff",
} as const;

/** `ink` is text or a line on a surface, `fill` an area, `wash` a light background under `ink`. */
export type Hue = { ink: Shade; fill: Shade; wash: Shade };

/** Colours of energy sources and consumers. */
export const ENERGY = {
  solar: {
    ink: ["#8a5300", "#f7c05c"],
    fill: ["#f2a324", "#f2a93b"],
    wash: ["#fdf1da", "#2c2311"],
  },
  grid: { ink: ["#5546bd", "#b0a6fa"], fill: ["#7466dd", "#8f83f0"], wash: ["#edebfc", "#1f1d3a"] },
  battery: {
    ink: ["#08704a", "#58d39b"],
    fill: ["#1fa672", "#37bd86"],
    wash: ["#def3e9", "#10291f"],
  },
  load: { ink: ["#1561a6", "#7cbcf6"], fill: ["#3b8bd8", "#4b9ce8"], wash: ["#e1effb", "#11263a"] },
  generator: {
    ink: ["#98306f", "#f09bd0"],
    fill: ["#c9579f", "#d86cb0"],
    wash: ["#fae6f2", "#321729"],
  },
} as const satisfies Record<string, Hue>;

/** Colours of states. */
export const SIGNAL = {
  good: { ink: ["#08704a", "#58d39b"], fill: ["#1fa672", "#37bd86"], wash: ["#def3e9", "#10291f"] },
  warning: {
    ink: ["#8a5300", "#f7c05c"],
    fill: ["#f2a324", "#f2a93b"],
    wash: ["#fdf1da", "#2c2311"],
  },
  fault: {
    ink: ["#b02a23", "#ff9a92"],
    fill: ["#d8443b", "#ee5f56"],
    wash: ["#fce8e6", "#381a18"],
  },
  quiet: {
    ink: ["#47605a", "#a3b8b1"],
    fill: ["#8da39c", "#5f776f"],
    wash: ["#e6ece8", "#1c2a27"],
  },
  info: { ink: ["#1561a6", "#7cbcf6"], fill: ["#3b8bd8", "#4b9ce8"], wash: ["#e1effb", "#11263a"] },
} as const satisfies Record<string, Hue>;
export type SignalName = keyof typeof SIGNAL;

/** Buttons, links and focus rings. */
export const BRAND = {
  solid: ["#0c4f4d", "#6bd0c1"],
  contrast: ["#ffffff", "#06201e"],
  ink: ["#0c5a57", "#7fd8ca"],
  wash: ["#dfeeeb", "#14302d"],
  muted: ["#c9e2dd", "#1b403c"],
  emphasized: ["#a5cfc8", "#25554f"],
  ring: ["#0c6a66", "#7fd8ca"],
} as const satisfies Record<string, Shade>;
