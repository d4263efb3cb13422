import { styled } from "#app/theme/styled.tsx";

/** Settings as a list of names and values. */
export const Facts = styled("dl", {
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "minmax(0, 1fr) minmax(0, 1fr)" },
  columnGap: "4",
  rowGap: { base: "0", sm: "2" },
  "& dt": { color: "fg.muted" },
  "& dd": { fontWeight: "medium", mb: { base: "2", sm: "0" } },
});

export const Empty = styled("p", { textStyle: "sm", color: "fg.muted" });

/** Devices and their values, from which one is chosen. */
export const Choices = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  "& [data-tree]": { maxH: "32rem", overflowY: "auto", borderWidth: "1px", borderRadius: "lg" },
  "& summary": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "10",
    px: "3",
    cursor: "button",
    textStyle: "sm",
    fontWeight: "medium",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover" },
  },
  "& details + details": { borderTopWidth: "1px" },
  "& summary bdi": { minW: "0", overflowWrap: "anywhere" },
  "& summary small": { ms: "auto", textStyle: "xs", color: "fg.muted" },
  "& ul": { listStyleType: "none", pb: "2" },
  "& li a": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "9",
    "@media (pointer: coarse)": { minH: "11" },
    ps: "6",
    pe: "3",
    textStyle: "sm",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover", color: "brand.fg" },
  },
  "& li bdi": { minW: "0", overflowWrap: "anywhere" },
  "& li small": { ms: "auto", textStyle: "xs", color: "fg.muted" },
});

/** Explanation below a field without its own. */
export const Hint = styled("p", { textStyle: "xs", color: "fg.muted", mt: "-2" });
