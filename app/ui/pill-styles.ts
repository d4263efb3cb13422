import type { SystemStyleObject } from "@chakra-ui/react";

/** A link that filters a list by a state, or a button that chooses; the current one is marked by `aria-current` or `aria-pressed`. */
export const pillStyles: SystemStyleObject = {
  display: "flex",
  alignItems: "center",
  minH: "9",
  px: "3",
  borderWidth: "1px",
  borderRadius: "full",
  fontWeight: "medium",
  bg: "bg.panel",
  focusVisibleRing: "outside",
  _hover: { bg: "bg.hover" },
  "@media (pointer: coarse)": { minH: "11" },
  "&:is([aria-current], [aria-pressed=true])": {
    borderColor: "brand.solid",
    bg: "brand.subtle",
    color: "brand.fg",
  },
};
