import { styled } from "../theme/styled.tsx";

/** A plot over time that can be pointed at, and where `data-movable` is, moved. */
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

/** A span that is being chosen by dragging. */
export const ChosenSpan = styled("div", {
  position: "absolute",
  bg: "brand.muted",
  opacity: "0.5",
  pointerEvents: "none",
});
