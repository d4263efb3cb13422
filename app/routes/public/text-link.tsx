import { Link } from "react-router";
import { styled } from "#app/theme/styled.tsx";

/** A link within or below a text. */
export const TextLink = styled(Link, {
  color: "brand.fg",
  fontWeight: "medium",
  textDecoration: "underline",
  textUnderlineOffset: "3px",
  borderRadius: "sm",
  focusVisibleRing: "outside",
});
