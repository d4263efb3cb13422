const text = (fontSize: string, lineHeight: string, more: Record<string, string> = {}) => ({
  value: { fontSize, lineHeight, ...more },
});

export const textStyles = {
  "2xs": text("2xs", "1rem"),
  xs: text("xs", "1rem"),
  sm: text("sm", "1.25rem"),
  md: text("md", "1.5rem"),
  lg: text("lg", "1.75rem"),
  xl: text("xl", "1.875rem"),
  "2xl": text("2xl", "2rem", { letterSpacing: "tight" }),
  "3xl": text("3xl", "2.375rem", { letterSpacing: "tighter" }),
  "4xl": text("4xl", "2.75rem", { letterSpacing: "tighter" }),
  /** Small headings over groups. */
  overline: text("2xs", "1rem", {
    fontWeight: "semibold",
    letterSpacing: "wider",
    textTransform: "uppercase",
  }),
  /** Numbers that change: digits of equal width, so that nothing around them moves. */
  number: { value: { fontVariantNumeric: "tabular-nums", letterSpacing: "tight" } },
};

export const layerStyles = {
  disabled: { value: { opacity: "0.5", cursor: "not-allowed" } },
  /** Background of every card. */
  card: {
    value: {
      bg: "bg.panel",
      borderWidth: "1px",
      borderColor: "border",
      borderRadius: "xl",
      boxShadow: "xs",
    },
  },
};

export const semanticRadii = {
  l1: { value: "{radii.xs}" },
  l2: { value: "{radii.md}" },
  l3: { value: "{radii.xl}" },
};

const shadow = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

export const semanticShadows = {
  xs: shadow("0 1px 2px rgba(13, 43, 43, 0.04)", "0 0 0 rgba(0, 0, 0, 0)"),
  sm: shadow("0 2px 6px rgba(13, 43, 43, 0.07)", "0 2px 6px rgba(0, 0, 0, 0.4)"),
  md: shadow("0 6px 18px rgba(13, 43, 43, 0.10)", "0 6px 18px rgba(0, 0, 0, 0.5)"),
  lg: shadow("0 16px 40px rgba(13, 43, 43, 0.16)", "0 16px 40px rgba(0, 0, 0, 0.6)"),
};
