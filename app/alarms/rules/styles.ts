import { styled } from "#app/theme/styled.tsx";

/** Rules with their switches and buttons. */
export const Rules = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  "& > li": {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "center",
    gap: "2",
    columnGap: "4",
    px: { base: "3", md: "4" },
    py: "3",
    textStyle: "sm",
    minW: "0",
    gridTemplateAreas: '"name switch" "limits limits" "buttons buttons"',
    md: {
      gridTemplateColumns: "minmax(0, 2fr) minmax(0, 2.4fr) auto auto",
      gridTemplateAreas: '"name limits switch buttons"',
    },
  },
  "& > li + li": { borderTopWidth: "1px" },
  "& [data-name]": { gridArea: "name", minW: "0", overflowWrap: "anywhere" },
  "& strong": { fontWeight: "medium" },
  "& small": { display: "block", textStyle: "xs", color: "fg.muted" },
  "& [data-limits]": {
    gridArea: "limits",
    display: "flex",
    flexWrap: "wrap",
    gap: "1.5",
    minW: "0",
    "& > span:not([data-level])": {
      px: "2",
      py: "0.5",
      borderRadius: "md",
      bg: "bg.sunken",
      textStyle: "xs",
      fontVariantNumeric: "tabular-nums",
      overflowWrap: "anywhere",
    },
  },
  "& [data-off] [data-limits]": { color: "fg.muted" },
  "& [data-switch]": { gridArea: "switch" },
  "& [data-buttons]": {
    gridArea: "buttons",
    display: "flex",
    flexWrap: "wrap",
    gap: "2",
    justifyContent: { md: "flex-end" },
  },
  "& [data-switch] form": { flexDirection: "row", gap: "0" },
  // Without a message the row takes no gap.
  "& > li > [data-outcome]:not(:has([role]))": { display: "none" },
  "& > li > [data-outcome]": { gridColumn: "1 / -1" },
});

/** Form of a rule, beside the curve on wide windows. */
export const EditorFrame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "5",
  minW: "0",
  "& fieldset": { display: "flex", flexDirection: "column", gap: "3", minW: "0" },
  "& legend": { textStyle: "sm", fontWeight: "semibold", mb: "1" },
  "& [data-hint]": { textStyle: "xs", color: "fg.muted" },
  "& [data-limits]": {
    display: "grid",
    gap: "4",
    gridTemplateColumns: {
      base: "repeat(2, minmax(0, 1fr))",
      md: "repeat(4, minmax(0, 1fr))",
    },
  },
  "& [data-fields]": {
    display: "grid",
    alignItems: "start",
    gap: "5",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
  },
  "& [data-buttons]": { display: "flex", flexWrap: "wrap", gap: "2", alignItems: "center" },
});
