import { styled } from "#app/theme/styled.tsx";

/** List of cards, each of which its link opens as a whole; the link stands in the heading. */
export const CardList = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  "& > li": {
    layerStyle: "card",
    position: "relative",
    px: { base: "4", md: "6" },
    py: "4",
    _hover: { bg: "bg.hover" },
    // The whole card opens the entry; only the heading is the link.
    overflow: "hidden",
    "&:has(:focus-visible)": { outline: "2px solid", outlineColor: "brand.focusRing" },
  },
  "& h2": { fontWeight: "medium", textStyle: "md", overflowWrap: "anywhere" },
  "& h2 > a": { outline: "none", _before: { content: '""', position: "absolute", inset: "0" } },
  "& p": { mt: "1", color: "fg.muted", overflowWrap: "anywhere" },
  "& small": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "3",
    mt: "2",
    textStyle: "xs",
    color: "fg.muted",
  },
  "& small b": {
    px: "2",
    borderRadius: "full",
    bg: "brand.subtle",
    color: "brand.fg",
    fontWeight: "semibold",
    lineHeight: "1.25rem",
  },
});
