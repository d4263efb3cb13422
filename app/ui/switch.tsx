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
});
