import { styled } from "../../theme/styled.tsx";

/** What is there for whoever opens it. */
export const Disclosure = styled("details", {
  textStyle: "sm",
  "& > summary": {
    cursor: "pointer",
    color: "brand.fg",
    fontWeight: "medium",
    borderRadius: "sm",
    focusVisibleRing: "outside",
  },
});
