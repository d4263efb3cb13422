import type { CSSProperties, ReactNode } from "react";
import type { Shade } from "../theme/palette.ts";
import { styled } from "../theme/styled.tsx";
import { StaleWord } from "./quality.tsx";
import { useShade } from "./use-shade.ts";

export type ReadoutRow = {
  id: string;
  shade: Shade;
  name: string;
  text: string;
  /** Value of the period before. */
  before?: string;
  /** Sign beside the value. */
  mark?: ReactNode;
  /** Whether the value is stale. */
  isStale?: boolean;
  /** Name of the consecutive rows that belong together, shown above the first of them. */
  group?: string | undefined;
};

type ReadoutProps = {
  title: string;
  /** Name of the corresponding time of the period before. */
  titleBefore?: string | undefined;
  rows: readonly ReadoutRow[];
  /**
   * Distance from the start of the frame, px, whose width is `width`: the readout is placed on the side with more room.
   */
  x: number;
  width: number;
};

/** Shows the values of a chart at the cursor. */
export function Readout({ title, titleBefore, rows, x, width }: ReadoutProps) {
  const colorOf = useShade();
  return (
    <Box style={placeOf(x, width)} aria-hidden>
      <b>{title}</b>
      <ul>
        {rows.map(({ id, shade, name, text, before, mark, isStale, group }, place) => (
          <li key={id} data-group={group === rows[place - 1]?.group ? undefined : group}>
            <i style={{ background: colorOf(shade) }} />
            <span data-name>{name}</span>
            <span data-value>{text}</span>
            {mark}
            {before !== undefined && <span data-before>{before}</span>}
            {isStale && <StaleWord />}
          </li>
        ))}
      </ul>
      {titleBefore !== undefined && <small>{titleBefore}</small>}
    </Box>
  );
}

/** Below this width, px, neither side of the cursor has room, and the readout moves within the frame. */
const NARROW = 480;
const APART = 12;

function placeOf(x: number, width: number): CSSProperties {
  if (width < NARROW)
    return { left: x, transform: `translateX(${(-100 * x) / width}%)`, maxWidth: "100%" };
  return x > width / 2 ? { right: width - x + APART } : { left: x + APART };
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
  "& small": { display: "block", mt: "1", color: "fg.muted", textAlign: "end" },
  "& [data-before]": {
    ps: "2",
    borderStartWidth: "1px",
    borderStartStyle: "dashed",
    borderColor: "border.emphasized",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
  "& ul": { listStyleType: "none", display: "grid", gap: "0.5" },
  "& li": { display: "flex", alignItems: "baseline", gap: "2" },
  "& li[data-group]": { flexWrap: "wrap" },
  "& li[data-group]::before": {
    content: "attr(data-group)",
    w: "full",
    mt: "0.5",
    color: "fg.subtle",
    fontWeight: "semibold",
  },
  "& li > i": { w: "2", h: "2", borderRadius: "full", flexShrink: "0" },
  "& [data-name]": { color: "fg.muted", flex: "1", truncate: true },
  "& [data-value]": {
    fontWeight: "medium",
    fontVariantNumeric: "tabular-nums",
    whiteSpace: "nowrap",
  },
});
