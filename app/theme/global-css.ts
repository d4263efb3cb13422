import { defineGlobalStyles } from "@chakra-ui/react";

/**
 * Disables animations for users who prefer reduced motion; everything an animation shows is shown in another way too.
 */
const still = {
  animationDuration: "0.01ms !important",
  animationIterationCount: "1 !important",
  transitionDuration: "0.01ms !important",
};

export const globalCss = defineGlobalStyles({
  "*": {
    "--global-font-body": "fonts.body",
    "--global-font-mono": "fonts.mono",
    "--global-color-border": "colors.border",
    // The reset sets it on every element, so a parent's value would not be inherited.
    overflowWrap: "inherit",
    _motionReduce: still,
  },
  "*::before, *::after": { _motionReduce: still },
  html: {
    color: "fg",
    bg: "bg",
    lineHeight: "1.5",
    overflowWrap: "break-word",
    colorPalette: "brand",
    colorScheme: "light",
    WebkitTapHighlightColor: "transparent",
  },
  "html.dark": { colorScheme: "dark" },
  // A control scrolls out from below a button that floats over the end of the window when it gets the focus.
  "html:has([data-floating])": { scrollPaddingBottom: "24" },
  body: { minHeight: "100dvh", fontFamily: "body" },
  "a:focus-visible": {
    outlineWidth: "2px",
    outlineStyle: "solid",
    outlineColor: "brand.focusRing",
    outlineOffset: "2px",
  },
  // Fingers need 44 px. A fixed width may not keep an icon's button narrower.
  "button, select, input:not([type=checkbox], [type=radio]), .chakra-button": {
    "@media (pointer: coarse)": { minH: "11" },
  },
  summary: { "@media (pointer: coarse)": { py: "3" } },
  ".chakra-button, header > button": {
    "@media (pointer: coarse)": { minW: "2.75rem !important" },
  },
  "svg.icon": {
    fill: "none",
    stroke: "currentColor",
    strokeWidth: "1.75",
    strokeLinecap: "round",
    strokeLinejoin: "round",
    flexShrink: "0",
  },
  "[dir=rtl] svg[data-mirrored]": { transform: "scaleX(-1)" },
  // Joined letters must not have additional spacing.
  "html[dir=rtl] *": { letterSpacing: "normal" },
  "*::placeholder": { color: "fg.subtle", opacity: "1" },
  "*::selection": { bg: "brand.emphasized" },
});
