import { styled } from "../theme/styled.tsx";

/** List of alarms: rows on wide windows, cards on narrow ones. */
export const AlarmList = styled("ul", {
  listStyleType: "none",
  minW: "0",
  borderWidth: "1px",
  borderRadius: "xl",
  bg: "bg.panel",
  boxShadow: "xs",
  "& > li": {
    display: "grid",
    // Without check boxes or notes their tracks are empty.
    gridTemplateColumns: "auto minmax(0, 1fr)",
    gridTemplateAreas: '"select what" "select when" "select notes" "select actions"',
    px: { base: "3", md: "4" },
    py: "3",
    textStyle: "sm",
    minW: "0",
    scrollMarginTop: "20",
    md: {
      gridTemplateColumns: "auto minmax(0, 1fr) 16rem",
      gridTemplateAreas: '"select what when" "select notes when"',
    },
  },
  "&[data-actions] > li": {
    md: {
      gridTemplateColumns: "auto minmax(0, 1fr) 16rem 13rem",
      gridTemplateAreas: '"select what when actions" "select notes when actions"',
    },
  },
  "& > li + li": { borderTopWidth: "1px" },
  "& > li[data-open]": { borderInlineStartWidth: "3px", borderInlineStartColor: "warning.fill" },
  "& > li[data-open]:has([data-level=fault])": { borderInlineStartColor: "fault.fill" },
  "& > li[data-open]:has([data-level=info])": { borderInlineStartColor: "info.fill" },
  "& > li:first-of-type": { borderStartStartRadius: "xl", borderStartEndRadius: "xl" },
  "& > li:last-of-type": { borderEndStartRadius: "xl", borderEndEndRadius: "xl" },
  "& > li[data-marked], & > li:target": { bg: "brand.subtle", outline: "0" },
  "& [data-select]": {
    gridArea: "select",
    display: "flex",
    alignItems: "flex-start",
    pt: "0.5",
    pe: "3",
    w: "30px",
    // Fingers need 44 px; the label covers the height of the row.
    "@media (pointer: coarse)": { w: "44px" },
    "& input": { w: "4.5", h: "4.5", accentColor: "brand.solid", focusVisibleRing: "outside" },
  },
  "& [data-what]": { gridArea: "what", minW: "0", overflowWrap: "anywhere" },
  // A name within it keeps its own direction.
  "& [data-what] strong": { fontWeight: "medium", unicodeBidi: "isolate", ms: "1" },
  "& [data-what] small b": { fontWeight: "semibold", color: "fg" },
  "& [data-when]": {
    gridArea: "when",
    mt: { base: "1.5", md: "0" },
    ps: { md: "4" },
    fontVariantNumeric: "tabular-nums",
  },
  "& [data-state=open]": { fontWeight: "medium" },
  "& small": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "1.5",
    textStyle: "xs",
    color: "fg.muted",
  },
  // Flows like a text, so that a long name does not leave a separator at the begin of a line.
  "& [data-what] > small": { display: "block", mt: "1" },
  // A block of its own is not underlined with a link.
  "& [data-what] > small > * + :not(em)::before": {
    content: '"·"',
    display: "inline-block",
    mx: "1.5",
  },
  "& [data-what] > small > em": { ms: "1.5" },
  "& em": {
    fontStyle: "normal",
    fontWeight: "medium",
    px: "1.5",
    borderRadius: "sm",
    bg: "bg.sunken",
    color: "fg",
  },
  "& [data-what] a": {
    textDecoration: "underline",
    focusVisibleRing: "outside",
    borderRadius: "xs",
    // Fingers need 44 px; the lines around it have nothing to press.
    "@media (pointer: coarse)": {
      position: "relative",
      _after: { content: '""', position: "absolute", inset: "-1rem -0.25rem" },
    },
  },
  "& > li > [data-actions]": {
    gridArea: "actions",
    mt: { base: "1.5", md: "0" },
    display: "flex",
    flexWrap: "wrap",
    alignItems: "flex-start",
    justifyContent: { md: "flex-end" },
    gap: "2",
  },
  "& [data-actions] > form": { display: "flex", flexWrap: "wrap", gap: "2" },
});
