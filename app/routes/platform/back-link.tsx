import type { ReactNode } from "react";
import { Link } from "react-router";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";

/** Link from an entry to its list. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Back to={to}>
      <Icon name="back" mirrored />
      {children}
    </Back>
  );
}

const Back = styled(Link, {
  display: "inline-flex",
  alignItems: "center",
  alignSelf: "flex-start",
  gap: "1.5",
  color: "brand.fg",
  borderRadius: "xs",
  _hover: { textDecoration: "underline" },
  "@media (pointer: coarse)": { minH: "11" },
});

/** Column of the cards of one entry, with its heading. */
export const EntryColumn = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  textStyle: "sm",
  "& > h1": {
    textStyle: { base: "xl", md: "2xl" },
    fontWeight: "semibold",
    overflowWrap: "anywhere",
  },
});

/** Names and values side by side. */
export const Facts = styled("dl", {
  display: "grid",
  gap: "3",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(11rem, 100%), 1fr))",
  "& > div": { minW: "0" },
  "& dt": { textStyle: "xs", color: "fg.muted" },
  "& dd": { overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" },
});
