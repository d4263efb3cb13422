import { styled } from "../theme/styled.tsx";
import { SWITCH_STYLES } from "./switch-styles.ts";

/** A label with a check box that looks like a switch. */
export const Switch = styled("label", {
  display: "flex",
  alignItems: "flex-start",
  gap: "3",
  textStyle: "sm",
  cursor: "pointer",
  "& small": { display: "block", color: "fg.muted", textStyle: "xs", mt: "0.5" },
  "& input": SWITCH_STYLES,
  // Fingers need 44 px; the gaps beside it take half of what it grows by.
  "@media (pointer: coarse)": { minW: "11", py: "3", my: "-2" },
});
