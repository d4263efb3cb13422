import type { SystemStyleObject } from "@chakra-ui/react";
import { styled } from "../theme/styled.tsx";

/** The browser's own popover under its button: it closes on Escape and on a click elsewhere, and returns the focus. */
export const MenuPanel = styled("div", {
  position: "fixed",
  inset: "auto",
  top: "13",
  insetEnd: "3",
  m: "0",
  p: "1.5",
  minW: "44",
  maxW: "72",
  bg: "bg.raised",
  color: "fg",
  borderWidth: "1px",
  borderRadius: "lg",
  boxShadow: "lg",
  textStyle: "sm",
  // With browser support it opens at its own button, wherever that stands.
  "@supports (position-area: block-end span-inline-start)": {
    inset: "auto",
    my: "1",
    positionArea: "block-end span-inline-start",
    positionTryFallbacks: "flip-inline, flip-block, flip-block flip-inline",
  },
});

export const menuItemStyles: SystemStyleObject = {
  display: "flex",
  alignItems: "center",
  gap: "2.5",
  w: "full",
  px: "3",
  py: "2",
  borderRadius: "md",
  textAlign: "start",
  cursor: "pointer",
  focusVisibleRing: "inside",
  focusRingWidth: "2px",
  _hover: { bg: "bg.hover" },
  "&[aria-current]": { fontWeight: "semibold" },
  "&[aria-current] > svg": { ms: "auto" },
};

export const MenuItem = styled("button", menuItemStyles);
