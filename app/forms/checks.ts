import { styled } from "../theme/styled.tsx";

/** Check boxes in a row, each with its label in a frame. */
export const Checks = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& label": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "9",
    px: "3",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: "md",
    cursor: "button",
    overflowWrap: "anywhere",
    "&:has(:checked)": { borderColor: "brand.solid", bg: "brand.subtle" },
    // Fingers need 44 px.
    "@media (pointer: coarse)": { minH: "11" },
  },
  "& input": { accentColor: "brand.solid", focusVisibleRing: "outside" },
});
