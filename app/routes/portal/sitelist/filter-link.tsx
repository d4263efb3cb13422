import type { ReactNode } from "react";
import { Link } from "react-router";
import { styled } from "../../../theme/styled.tsx";

type FilterLinkProps = { to: string; current: boolean; children: ReactNode };

export function FilterLink({ to, current, children }: FilterLinkProps) {
  return (
    <Segment to={to} replace aria-current={current ? "true" : undefined}>
      {children}
    </Segment>
  );
}

const Segment = styled(Link, {
  px: "3",
  py: "1.5",
  borderRadius: "md",
  textStyle: "sm",
  fontWeight: "medium",
  color: "fg.muted",
  whiteSpace: "nowrap",
  _hover: { color: "fg" },
  "&[aria-current]": { bg: "bg.segment", color: "fg", boxShadow: "xs" },
});
