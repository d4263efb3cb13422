import type { SystemStyleObject } from "@chakra-ui/react";

/**
 * Looks of a cell by the digit of its place in `LOOKS`. Each has a shape of its own, so that none depends on its colour:
 * a ring, a half, a dot, a full cell, a cross and a dash.
 */
export const CELL_STYLES: SystemStyleObject = {
  display: "block",
  w: "3.5",
  h: "3.5",
  borderRadius: "3px",
  forcedColorAdjust: "none",
  // Not begun
  "&[data-look='0']": { boxShadow: "inset 0 0 0 1.5px {colors.border.emphasized}" },
  // Changing
  "&[data-look='1']": {
    boxShadow: "inset 0 0 0 1.5px {colors.info.fill}",
    bgImage: "linear-gradient(135deg, {colors.info.fill} 0 50%, transparent 50% 100%)",
  },
  // Changed, health is watched
  "&[data-look='2']": {
    boxShadow: "inset 0 0 0 1.5px {colors.good.fill}",
    borderRadius: "full",
    bgImage: "radial-gradient(circle, {colors.good.fill} 0 38%, transparent 42% 100%)",
  },
  // Succeeded
  "&[data-look='3']": { bg: "good.fill" },
  // Failed
  "&[data-look='4']": {
    bg: "fault.fill",
    clipPath:
      "polygon(22% 0, 50% 28%, 78% 0, 100% 22%, 72% 50%, 100% 78%, 78% 100%, 50% 72%, 22% 100%, 0 78%, 28% 50%, 0 22%)",
  },
  // Left out
  "&[data-look='5']": { bg: "fg.subtle", h: "1", my: "5px" },
};
