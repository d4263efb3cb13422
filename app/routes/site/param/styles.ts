import { styled } from "#app/theme/styled.tsx";

/** Content of the review. */
export const ReviewFrame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  textStyle: "sm",
  minW: "0",
  "& > ol": { listStyleType: "none", borderWidth: "1px", borderRadius: "lg" },
  "& li": {
    display: "flex",
    flexDirection: "column",
    gap: "1",
    px: "3",
    py: "2.5",
    overflowWrap: "anywhere",
  },
  "& li + li": { borderTopWidth: "1px" },
  "& li > strong": { fontWeight: "medium" },
  "& li > div": { display: "flex", flexDirection: "column", alignItems: "flex-start", gap: "1.5" },
  "& [data-values]": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "1.5",
    color: "fg.muted",
  },
  "& [data-to]": { color: "fg", fontWeight: "medium" },
  "& small": { textStyle: "xs", color: "fg.muted" },
  "& small[data-tone]": { display: "inline-flex", alignItems: "center", gap: "1" },
  "& [data-tone=fault]": { color: "fault" },
  "& [data-tone=warning]": { color: "warning" },
  "& em": { fontStyle: "normal", textStyle: "xs", fontWeight: "medium", color: "fg.error" },
  "& [data-confirm]": {
    display: "flex",
    alignItems: "flex-start",
    gap: "2.5",
    px: "3",
    py: "3",
    borderRadius: "md",
    bg: "warning.wash",
    cursor: "pointer",
    "& input": { w: "4", h: "4", mt: "0.5", flexShrink: "0" },
  },
  "& [data-field]": { display: "flex", flexDirection: "column", gap: "1.5" },
  "& [data-field] > label, & li label": { fontWeight: "medium" },
});

/** Sections beside their settings on wide windows. */
export const Columns = styled("div", {
  display: "grid",
  gap: "4",
  gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "13rem minmax(0, 1fr)" },
  alignItems: "start",
  "& > div": { display: "flex", flexDirection: "column", gap: "3", minW: "0" },
  "& h3": { textStyle: "md", fontWeight: "semibold" },
});
