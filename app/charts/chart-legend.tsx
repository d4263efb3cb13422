import type { Shade } from "../theme/palette.ts";
import { styled } from "../theme/styled.tsx";

export type LegendEntry = { id: string; name: string; shade: Shade; isDashed?: boolean };

type ChartLegendProps = {
  /** Accessible name of the legend. */
  label: string;
  entries: readonly LegendEntry[];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
  colorOf: (shade: Shade) => string;
};

/** Lists the series of a chart; the user can hide and show each of them. */
export function ChartLegend({ label, entries, hidden, onToggle, colorOf }: ChartLegendProps) {
  return (
    <List aria-label={label}>
      {entries.map(({ id, name, shade, isDashed }) => (
        <li key={id}>
          <button type="button" aria-pressed={!hidden.has(id)} onClick={() => onToggle(id)}>
            <i data-dashed={isDashed} style={{ background: colorOf(shade) }} />
            <span>{name}</span>
          </button>
        </li>
      ))}
    </List>
  );
}

const List = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexWrap: "wrap",
  columnGap: "1",
  rowGap: "0.5",
  mt: "2",
  "& button": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "8",
    "@media (pointer: coarse)": { minH: "11" },
    px: "2",
    borderRadius: "md",
    textStyle: "xs",
    color: "fg.muted",
    cursor: "button",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover", color: "fg" },
  },
  "& i": { w: "3", h: "1", borderRadius: "full", flexShrink: "0" },
  "& i[data-dashed]": {
    w: "4",
    borderRadius: "0",
    maskImage: "repeating-linear-gradient(90deg, black 0 4px, transparent 4px 6px)",
  },
  "& [aria-pressed=false]": { opacity: "0.55", textDecoration: "line-through" },
  "& span": { unicodeBidi: "isolate", overflowWrap: "anywhere", textAlign: "start" },
});
