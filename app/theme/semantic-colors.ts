import {
  BRAND,
  ENERGY,
  HARBOUR,
  type Hue,
  LINE,
  type Shade,
  SIGNAL,
  SURFACE,
  TEXT,
  VEIL,
} from "./palette.ts";

const value = ([light, dark]: Shade) => ({ value: { base: light, _dark: dark } });

const hue = ({ ink, fill, wash }: Hue) => ({
  DEFAULT: value(ink),
  fill: value(fill),
  wash: value(wash),
});

const hues = (named: Record<string, Hue>) =>
  Object.fromEntries(Object.entries(named).map(([name, it]) => [name, hue(it)]));

/** The names that Chakra's recipes require of a colour palette. */
const palette = (ink: Shade, solid: Shade, contrast: Shade, wash: Shade, ring: Shade) => ({
  contrast: value(contrast),
  fg: value(ink),
  subtle: value(wash),
  muted: value(BRAND.muted),
  emphasized: value(BRAND.emphasized),
  solid: value(solid),
  focusRing: value(ring),
  border: value(LINE.emphasized),
});

export const semanticColors = {
  bg: {
    DEFAULT: value(SURFACE.canvas),
    canvas: value(SURFACE.canvas),
    panel: value(SURFACE.panel),
    raised: value(SURFACE.raised),
    sunken: value(SURFACE.sunken),
    hover: value(SURFACE.hover),
    segment: value(SURFACE.segment),
    subtle: value(SURFACE.hover),
    muted: value(SURFACE.sunken),
    emphasized: value(LINE.default),
  },
  fg: {
    DEFAULT: value(TEXT.default),
    muted: value(TEXT.muted),
    subtle: value(TEXT.subtle),
    error: value(SIGNAL.fault.ink),
  },
  border: {
    DEFAULT: value(LINE.default),
    muted: value(LINE.muted),
    emphasized: value(LINE.emphasized),
    error: value(SIGNAL.fault.fill),
  },
  brand: palette(BRAND.ink, BRAND.solid, BRAND.contrast, BRAND.wash, BRAND.ring),
  gray: {
    ...palette(TEXT.default, TEXT.default, SURFACE.panel, SURFACE.sunken, BRAND.ring),
    muted: value(LINE.default),
    emphasized: value(LINE.emphasized),
  },
  danger: {
    ...palette(
      SIGNAL.fault.ink,
      ["#b02a23", "#ff9a92"],
      ["#ffffff", "#3a0d0a"],
      SIGNAL.fault.wash,
      SIGNAL.fault.ink,
    ),
    muted: value(["#f6cfcb", "#4a211e"]),
  },
  harbour: {
    bg: value([HARBOUR.bg, HARBOUR.bgDark]),
    hover: { value: HARBOUR.hover },
    active: { value: HARBOUR.active },
    fg: { value: HARBOUR.fg },
    muted: { value: HARBOUR.muted },
    sun: { value: HARBOUR.sun },
    sunInk: { value: HARBOUR.sunInk },
  },
  veil: {
    DEFAULT: { value: VEIL.ground },
    hover: { value: VEIL.hover },
    ink: { value: VEIL.ink },
  },
  ...hues(ENERGY),
  ...hues(SIGNAL),
};
