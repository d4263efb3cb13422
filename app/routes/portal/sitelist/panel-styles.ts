import { styled } from "#app/theme/styled.tsx";

// The panels load when they are first opened. Their styles are in a file of their own, because the stylesheet contains
// only modules that the server has loaded.

export const Fields = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "4",
  textStyle: "sm",
  "& > div": { minW: "48", flex: { base: "1", md: "0 1 auto" } },
  "& fieldset": { display: "flex", flexWrap: "wrap", columnGap: "4", rowGap: "2", w: "full" },
  "& legend": { fontWeight: "medium", mb: "1.5" },
  "& fieldset label:has(input)": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    cursor: "pointer",
  },
  "& fieldset input[type=checkbox]": { w: "4", h: "4", accentColor: "brand.solid" },
});

/** Fields of the circle on the map, in one row where there is room. */
export const AreaRow = styled("div", {
  display: "grid",
  alignItems: "end",
  gap: "3",
  w: "full",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 10rem)) auto auto" },
  "& > p:empty": { display: "none" },
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
