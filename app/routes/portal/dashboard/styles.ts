import { styled } from "#app/theme/styled.tsx";

/** Card of the dashboard with a title, a picture and notes. */
export const Card = styled("section", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  gap: "3",
  minW: "0",
  px: { base: "4", md: "5" },
  py: "4",
  "& h2": { textStyle: "sm", fontWeight: "semibold", color: "fg.muted" },
  "& [data-note]": { textStyle: "xs", color: "fg.muted" },
  "& [data-big]": {
    fontSize: "4xl",
    lineHeight: "shorter",
    fontWeight: "semibold",
    fontVariantNumeric: "tabular-nums",
    letterSpacing: "tight",
    "& small": { fontSize: "lg", fontWeight: "medium", color: "fg.muted" },
  },
  "& header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    justifyContent: "space-between",
    gap: "2",
  },
  "& header a, & header button": {
    color: "brand.fg",
    textDecoration: "underline",
    textStyle: "sm",
    borderRadius: "sm",
    focusVisibleRing: "outside",
    "@media (pointer: coarse)": { py: "3", my: "-3" },
  },
});
