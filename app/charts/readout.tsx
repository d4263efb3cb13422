import type { ReactNode } from "react";
import type { Shade } from "../theme/palette.ts";
import { styled } from "../theme/styled.tsx";
import { StaleWord } from "./quality.tsx";

export type ReadoutRow = {
  id: string;
  shade: Shade;
  name: string;
  text: string;
  /** What is to be known of the figure, beside it. */
  mark?: ReactNode;
  /** Whether it is only repeated. */
  isStale?: boolean;
};

type ReadoutProps = {
  title: string;
  rows: readonly ReadoutRow[];
  colorOf: (shade: Shade) => string;
  /** px from the start of the frame, which is as wide as `width`: it stands on the side with more room. */
  x: number;
  width: number;
};

/** What a chart says at the cursor. */
export function Readout({ title, rows, colorOf, x, width }: ReadoutProps) {
  const isLate = x > width / 2;
  return (
    <Box style={isLate ? { right: width - x + 12 } : { left: x + 12 }} aria-hidden>
      <b>{title}</b>
      <ul>
        {rows.map(({ id, shade, name, text, mark, isStale }) => (
          <li key={id}>
            <i style={{ background: colorOf(shade) }} />
            <span data-name>{name}</span>
            <span data-value>{text}</span>
            {mark}
            {isStale && <StaleWord />}
          </li>
        ))}
      </ul>
    </Box>
  );
}

const Box = styled("div", {
  position: "absolute",
  top: "2",
  zIndex: "docked",
  pointerEvents: "none",
  maxW: "min(20rem, 70%)",
  px: "3",
  py: "2",
  borderRadius: "md",
  borderWidth: "1px",
  borderColor: "border",
  bg: "bg.raised",
  boxShadow: "md",
  textStyle: "xs",
  "& b": { display: "block", mb: "1", fontWeight: "semibold" },
  "& ul": { listStyleType: "none", display: "grid", gap: "0.5" },
  "& li": { display: "flex", alignItems: "baseline", gap: "2" },
  "& i": { w: "2", h: "2", borderRadius: "full", flexShrink: "0" },
  "& [data-name]": { color: "fg.muted", flex: "1", truncate: true },
  "& [data-value]": {
    fontWeight: "medium",
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
});
