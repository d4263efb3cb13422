import { chakra } from "@chakra-ui/react";

/** Shades of prices, from the lowest to the highest. */
const LEVELS = Object.fromEntries(
  [10, 24, 38, 52].map((share, level) => [
    `&[data-level='${level}']`,
    { bg: `color-mix(in srgb, {colors.grid.fill} ${share}%, {colors.bg.panel})` },
  ]),
);

/** Shows a row of the price legend and of the lane of prices. */
export const LEVEL_STYLES = LEVELS;

const LINE = "{colors.border.muted}";

/**
 * The picture: on wide windows days below each other with the time to the right, like all charts in every language; on
 * narrow ones the chosen day, with the time downwards.
 */
export const Plane = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "3.25rem minmax(0, 1fr)", md: "auto minmax(0, 1fr)" },
    columnGap: "2",
    userSelect: "none",
    outline: "none",
    "& [data-hours]": {
      position: "relative",
      textStyle: "2xs",
      color: "fg.muted",
      fontVariantNumeric: "tabular-nums",
      gridColumn: { base: "1", md: "2" },
      gridRow: { base: "1 / span 2", md: "1" },
      h: { base: "auto", md: "5" },
      "& > span": {
        position: "absolute",
        whiteSpace: "nowrap",
        top: { base: "calc(var(--at) * 100%)", md: "0" },
        left: { base: "auto", md: "calc(var(--at) * 100%)" },
        right: { base: "0", md: "auto" },
        transform: { base: "translateY(-50%)", md: "translateX(-50%)" },
      },
      "& > span:first-of-type": { transform: { md: "none" } },
      "& > span:last-of-type": { transform: { md: "translateX(-100%)" } },
    },
    "& [data-prices]": {
      position: "relative",
      gridColumn: "2",
      gridRow: { base: "1", md: "2" },
      h: "2",
      mb: "1",
      borderRadius: "sm",
      overflow: "hidden",
      bg: "bg.sunken",
      display: { base: "none", md: "block" },
      "& i": {
        position: "absolute",
        insetBlock: "0",
        left: "calc(var(--from) * 100%)",
        width: "calc((var(--to) - var(--from)) * 100%)",
        ...LEVELS,
      },
    },
    "& [data-names]": {
      display: { base: "none", md: "grid" },
      gridTemplateRows: "repeat(7, minmax(0, 1fr))",
      gridColumn: "1",
      gridRow: "3",
      listStyleType: "none",
      textStyle: "xs",
      color: "fg.muted",
      "& > li": { display: "flex", alignItems: "center", justifyContent: "flex-end" },
      "& > li[data-today]": { color: "fg", fontWeight: "semibold" },
    },
    "& [data-plane]": {
      position: "relative",
      gridColumn: "2",
      gridRow: { base: "2", md: "3" },
      h: { base: "44rem", md: "19.25rem" },
      my: { base: "2", md: "0" },
      borderWidth: "1px",
      borderRadius: "md",
      overflow: "hidden",
      bg: "bg.panel",
      bgImage: {
        base: `linear-gradient(to bottom, ${LINE} 1px, transparent 1px)`,
        md: `linear-gradient(to right, ${LINE} 1px, transparent 1px), linear-gradient(to bottom, ${LINE} 1px, transparent 1px)`,
      },
      bgSize: {
        base: "100% calc(100% / 24)",
        md: "calc(100% / 24) 100%, 100% calc(100% / 7)",
      },
      touchAction: "pan-y",
      "&[data-draws]": { cursor: "crosshair" },
    },
    // Tariffs apply every day, so that the days need no lines between them.
    "&:not([data-days]) [data-plane]": { md: { h: "9rem" } },
    "&:not([data-days]) [data-names]": { display: "none" },
    "& [data-now]": {
      position: "absolute",
      zIndex: "1",
      bg: "fault.fill",
      pointerEvents: "none",
      top: {
        base: "calc(var(--from) * 100%)",
        md: "calc(var(--day) / 7 * 100%)",
      },
      height: { base: "2px", md: "calc(var(--days) / 7 * 100%)" },
      left: { base: "0", md: "calc(var(--from) * 100%)" },
      width: { base: "100%", md: "2px" },
      "&[data-aside]": { display: { base: "none", md: "block" } },
    },
    "& button": {
      position: "absolute",
      display: "flex",

      justifyContent: "center",
      minW: "0",
      p: "0",
      overflow: "hidden",
      borderWidth: "1px",
      borderColor: "battery",
      borderRadius: "0",
      bg: "battery.wash",
      color: "fg",
      textStyle: "xs",
      lineHeight: "1.25",
      cursor: "grab",
      focusVisibleRing: "inside",
      top: {
        base: "calc(var(--from) * 100%)",
        md: "calc(var(--day) / 7 * 100% + 1px)",
      },
      height: {
        base: "calc((var(--to) - var(--from)) * 100%)",
        md: "calc(var(--days) / 7 * 100% - 2px)",
      },
      left: { base: "0", md: "calc(var(--from) * 100%)" },
      width: { base: "100%", md: "calc((var(--to) - var(--from)) * 100%)" },
      "&[data-aside]": { display: { base: "none", md: "flex" } },
      "&[data-charge]": { bg: "grid.wash", borderColor: "grid" },
      "&[data-level]": { borderColor: "grid" },
      ...LEVELS,
      "&[data-changed]": { borderWidth: "2px", borderStyle: "dashed" },
      "&[data-conflict]": { bg: "fault.wash", borderColor: "fault", color: "fault" },
      "&[data-held]": { zIndex: "2", boxShadow: "md", cursor: "grabbing" },
      "&:focus-visible": { zIndex: "2" },
      _disabled: { cursor: "default" },
      // Texts that do not fit are in the list below the picture.
      containerType: "size",
    },
    "& button[data-start]": {
      borderTopLeftRadius: "md",
      borderTopRightRadius: { base: "md", md: "0" },
      borderBottomLeftRadius: { base: "0", md: "md" },
    },
    "& button[data-end]": {
      borderBottomRightRadius: "md",
      borderBottomLeftRadius: { base: "md", md: "0" },
      borderTopRightRadius: { base: "0", md: "md" },
    },
    "& button[data-start][data-end]": { borderRadius: "md" },
    "& [data-text]": {
      display: "flex",
      flexDirection: "column",
      justifyContent: "center",
      alignItems: "center",
      gap: "0.5",
      minW: "0",
      px: "1",
      overflow: "hidden",
      whiteSpace: "nowrap",
      fontVariantNumeric: "tabular-nums",
      "& b": { fontWeight: "semibold" },
      "& small": { textStyle: "2xs", color: "fg.muted" },
      "@container (max-width: 4.75rem) or (max-height: 1.1rem)": { display: "none" },
      "@container (max-width: 6.6rem)": { "& small": { display: "none" } },
      "@container (max-height: 2.2rem)": { "& small": { display: "none" } },
      "@container (max-height: 3.3rem)": { "& small + small": { display: "none" } },
    },
    "& button[data-conflict] small": { color: "inherit" },
    "& [data-edge]": {
      position: "absolute",
      touchAction: "none",
      cursor: { base: "ns-resize", md: "ew-resize" },
      "@media (pointer: coarse)": { "--reach": "1.25rem" },
      "&[data-edge=start]": {
        top: "0",
        left: "0",
        bottom: { base: "auto", md: "0" },
        right: { base: "0", md: "auto" },
        width: { base: "auto", md: "min(var(--reach, 8px), 40%)" },
        height: { base: "min(var(--reach, 8px), 40%)", md: "auto" },
      },
      "&[data-edge=end]": {
        bottom: "0",
        right: "0",
        top: { base: "auto", md: "0" },
        left: { base: "0", md: "auto" },
        width: { base: "auto", md: "min(var(--reach, 8px), 40%)" },
        height: { base: "min(var(--reach, 8px), 40%)", md: "auto" },
      },
    },
  },
});
