import { styled, styleOf } from "#app/theme/styled.tsx";

// The panels are loaded when they are opened; their styles are here because the stylesheet has only those of modules that
// the server has loaded.

export const Fields = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "4",
  textStyle: "sm",
  "& fieldset": { display: "flex", flexWrap: "wrap", columnGap: "4", rowGap: "2", w: "full" },
  "& legend": { fontWeight: "medium", mb: "1.5" },
  "& fieldset label": { display: "flex", alignItems: "center", gap: "2", cursor: "pointer" },
  "& fieldset input": { w: "4", h: "4", accentColor: "brand.solid" },
});

export const Field = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "1.5",
  minW: "48",
  flex: { base: "1", md: "0 1 auto" },
  "& > label": { fontWeight: "medium" },
});

export const Select = styled("select", styleOf("input", { size: "sm", variant: "outline" }), {
  // Shows the browser's own arrow.
  appearance: "auto",
  bg: "bg.panel",
  pe: "2",
});

export const Hint = styled("p", { textStyle: "sm", color: "fg.muted", mb: "2" });

export const ColumnList = styled("ul", {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 15rem), 1fr))",
  columnGap: "6",
  rowGap: "1",
  textStyle: "sm",
  "& li": { display: "flex", alignItems: "center", gap: "1" },
  "& label": { display: "flex", alignItems: "center", gap: "2", flex: "1", cursor: "pointer" },
  "& input": { w: "4", h: "4", accentColor: "brand.solid" },
  "& button": {
    p: "1.5",
    borderRadius: "md",
    color: "fg.muted",
    cursor: "pointer",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover", color: "fg" },
    "&[aria-disabled=true]": { opacity: "0.35", cursor: "default" },
  },
  "& [data-by='-1']": { transform: "scaleY(-1)" },
});
