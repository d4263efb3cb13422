const rem = (steps: readonly number[]) =>
  Object.fromEntries(steps.map((step) => [step, { value: `${step * 0.25}rem` }]));

const spacing = rem([
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 24, 28, 32, 40,
]);

const plain = <Value>(values: Record<string, Value>): Record<string, { value: Value }> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const SANS =
  'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

export const tokens = {
  spacing,
  sizes: {
    ...spacing,
    ...rem([36, 44, 48, 52, 56, 60, 64, 72, 80, 96]),
    ...plain({ full: "100%", fit: "fit-content", sidebar: "210px", rail: "64px", page: "1440px" }),
    ...plain({ xs: "20rem", sm: "24rem", md: "28rem", lg: "32rem", xl: "36rem", "2xl": "42rem" }),
  },
  fonts: plain({
    body: SANS,
    heading: SANS,
    mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  }),
  fontSizes: plain({
    "2xs": "0.6875rem",
    xs: "0.75rem",
    sm: "0.875rem",
    md: "1rem",
    lg: "1.125rem",
    xl: "1.25rem",
    "2xl": "1.5rem",
    "3xl": "1.875rem",
    "4xl": "2.25rem",
  }),
  fontWeights: plain({ normal: 400, medium: 500, semibold: 600, bold: 700 }),
  lineHeights: plain({ shorter: 1.25, short: 1.375, moderate: 1.5, tall: 1.625 }),
  letterSpacings: plain({ tight: "-0.015em", tighter: "-0.03em", wide: "0.02em", wider: "0.06em" }),
  radii: plain({
    "2xs": "2px",
    xs: "4px",
    sm: "6px",
    md: "8px",
    lg: "12px",
    xl: "16px",
    "2xl": "20px",
    full: "9999px",
  }),
  borders: plain({ sm: "1px solid" }),
  durations: plain({
    fastest: "50ms",
    faster: "100ms",
    fast: "150ms",
    moderate: "200ms",
    slow: "300ms",
    slower: "400ms",
    slowest: "500ms",
  }),
  easings: plain({ "ease-in-smooth": "cubic-bezier(0.32, 0.72, 0, 1)" }),
  zIndex: plain({
    hide: -1,
    base: 0,
    docked: 10,
    dropdown: 1000,
    sticky: 1100,
    banner: 1200,
    overlay: 1300,
    modal: 1400,
    popover: 1500,
    skipNav: 1600,
    toast: 1700,
    tooltip: 1800,
  }),
  cursor: plain({ button: "pointer", menuitem: "default", disabled: "not-allowed" }),
};

export const breakpoints = { sm: "30em", md: "48em", lg: "62em", xl: "80em", "2xl": "96em" };

export const keyframes = {
  spin: { to: { transform: "rotate(360deg)" } },
  pulse: { "50%": { opacity: "0.5" } },
  "fade-in": { from: { opacity: 0 }, to: { opacity: 1 } },
  "fade-out": { from: { opacity: 1 }, to: { opacity: 0 } },
  "scale-in": { from: { scale: "0.96" }, to: { scale: "1" } },
  "scale-out": { from: { scale: "1" }, to: { scale: "0.96" } },
  "slide-from-left-full": { from: { translate: "-100% 0" }, to: { translate: "0 0" } },
  "slide-to-left-full": { from: { translate: "0 0" }, to: { translate: "-100% 0" } },
  "slide-from-right-full": { from: { translate: "100% 0" }, to: { translate: "0 0" } },
  "slide-to-right-full": { from: { translate: "0 0" }, to: { translate: "100% 0" } },
  "slide-from-top": { from: { translate: "0 -0.5rem" }, to: { translate: "0" } },
  "slide-to-top": { from: { translate: "0" }, to: { translate: "0 -0.5rem" } },
};
