import { styled } from "../theme/styled.tsx";

/** Plot over time with a cursor, which can be moved if it has `data-movable`. */
export const PlotFrame = styled("div", {
  position: "relative",
  w: "full",
  minW: "0",
  borderRadius: "md",
  cursor: "crosshair",
  touchAction: "pan-y",
  userSelect: "none",
  focusVisibleRing: "inside",
  "&[data-movable]:active": { cursor: "grabbing" },
});

/** Vertical line at the cursor. */
export const CursorLine = styled("div", {
  position: "absolute",
  w: "1px",
  bg: "fg.subtle",
  pointerEvents: "none",
});

/** Span that is being selected by dragging. */
export const ChosenSpan = styled("div", {
  position: "absolute",
  bg: "brand.muted",
  opacity: "0.5",
  pointerEvents: "none",
});
