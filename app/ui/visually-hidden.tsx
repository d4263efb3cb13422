import { styled } from "../theme/styled.tsx";

/** Text for screen readers alone. */
export const VisuallyHidden = styled("span", {
  position: "absolute",
  w: "1px",
  h: "1px",
  m: "-1px",
  p: "0",
  borderWidth: "0",
  overflow: "hidden",
  clip: "rect(0, 0, 0, 0)",
  whiteSpace: "nowrap",
  overflowWrap: "normal",
});
