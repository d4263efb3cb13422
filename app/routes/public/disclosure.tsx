import { styled } from "../../theme/styled.tsx";

/** Content that the user can unfold. */
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
