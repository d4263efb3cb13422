import { styled } from "#app/theme/styled.tsx";

/** The more severe an alarm, the higher its bar, so that levels differ without their colors. */
const levelBars = {
  bg: "warning.fill",
  "--bar": "0.75rem",
  "&[data-level=fault]": { bg: "fault.fill", "--bar": "1rem" },
  "&[data-level=info]": { bg: "info.fill", "--bar": "0.5rem" },
};

/** Height of a level of a lane. */
const LEVEL = "1.25rem";
/** Width of the names of the devices in a wide window. */
const NAMES = "11rem";

/** Figure of the timeline. Time runs from left to right in every language, as in the charts. */
export const TimelineFrame = styled("figure", {
  layerStyle: "card",
  p: { base: "3", md: "4" },
  minW: "0",
  overflow: "hidden",
  "& figcaption": {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "4",
    rowGap: "1",
    mb: "3",
    textStyle: "xs",
    color: "fg.muted",
    "& ul": { listStyleType: "none", display: "flex", flexWrap: "wrap", columnGap: "4" },
    "& li": { display: "flex", alignItems: "center", gap: "1.5" },
    "& i": { ...levelBars, w: "4", h: "var(--bar)", borderRadius: "xs" },
  },
  "& ol": { listStyleType: "none", display: "flex", flexDirection: "column", gap: "2" },
  "& ol > li": {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: `${NAMES} minmax(0, 1fr)` },
    alignItems: "center",
    columnGap: "3",
    rowGap: "0.5",
  },
  "& [data-device]": { textStyle: "xs", color: "fg.muted", lineClamp: "2", minW: "0" },
  "& [data-lane]": {
    position: "relative",
    direction: "ltr",
    h: `calc(var(--levels) * ${LEVEL} + 0.25rem)`,
    borderRadius: "sm",
    bg: "bg.sunken",
    overflow: "hidden",
  },
  "& [data-lane] > i": { position: "absolute", insetBlock: "0", left: "var(--from)", w: "1px" },
  "& [data-tick]": { bg: "border" },
  "& [data-now]": { bg: "fg.muted" },
  "& [data-lane] > a": {
    ...levelBars,
    position: "absolute",
    top: `calc((var(--level) + 0.5) * ${LEVEL} + 0.125rem)`,
    h: "var(--bar)",
    transform: "translateY(-50%)",
    left: "var(--from)",
    w: "max(var(--length), 6px)",
    borderRadius: "xs",
    focusVisibleRing: "outside",
    _hover: { filter: "brightness(0.92)" },
    // The pointer has the whole height of the level.
    _before: { content: '""', position: "absolute", insetInline: "-3px", insetBlock: "-6px" },
  },
  "& [data-lane] span": { srOnly: true },
  // The end of an open alarm is not known.
  "& [data-lane] > [data-open]": {
    borderEndEndRadius: "0",
    borderStartEndRadius: "0",
    maskImage: "linear-gradient(to right, #000 calc(100% - 12px), transparent)",
  },
  "& [data-axis]": {
    position: "relative",
    direction: "ltr",
    h: "5",
    mt: "1.5",
    ms: { md: `calc(${NAMES} + 0.75rem)` },
    _rtl: { ms: "0", me: { md: `calc(${NAMES} + 0.75rem)` } },
  },
  "& [data-axis] > span": {
    position: "absolute",
    left: "var(--from)",
    transform: "translateX(-50%)",
    textStyle: "2xs",
    color: "fg.muted",
    whiteSpace: "nowrap",
    fontVariantNumeric: "tabular-nums",
  },
  // A narrow axis has room for half of them.
  "& [data-axis] > span:nth-of-type(even)": { display: { base: "none", md: "inline" } },
});
