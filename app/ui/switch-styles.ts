/**
 * Styles of a check box that looks like a switch, for both style systems: in the page's stylesheet and in components
 * that load later.
 */
export const SWITCH_STYLES = {
  appearance: "none",
  flexShrink: "0",
  w: "9",
  h: "5",
  borderRadius: "full",
  bg: "quiet.fill",
  position: "relative",
  cursor: "pointer",
  transition: "background 0.15s",
  focusVisibleRing: "outside",
  _before: {
    content: '""',
    position: "absolute",
    top: "0.5",
    insetStart: "0.5",
    w: "4",
    h: "4",
    borderRadius: "full",
    bg: "bg.panel",
    transition: "inset-inline-start 0.15s",
  },
  _checked: { bg: "brand.solid", _before: { insetStart: "4.5", bg: "brand.contrast" } },
} as const;
