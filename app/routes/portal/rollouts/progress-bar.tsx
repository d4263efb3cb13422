import { styled } from "#app/theme/styled.tsx";
import { LOOKS, type Look } from "./rollouts-data.ts";
import type { LookCounts } from "./wave-cells.ts";

/** Order of the parts, those with a result first. */
const ORDER: readonly Look[] = ["succeeded", "failed", "watching", "working", "pending"];

/** The sites of a rollout by look, as one bar; a text beside it has the numbers. */
export function ProgressBar({ counts }: { counts: LookCounts }) {
  return (
    <Bar aria-hidden>
      {ORDER.filter((look) => counts[look] > 0).map((look) => (
        <span key={look} data-look={LOOKS.indexOf(look)} style={{ flexGrow: counts[look] }} />
      ))}
    </Bar>
  );
}

const Bar = styled("div", {
  display: "flex",
  gap: "2px",
  h: "2.5",
  borderRadius: "full",
  overflow: "hidden",
  bg: "bg.sunken",
  forcedColorAdjust: "none",
  "& > span": { minW: "4px", flexBasis: "0" },
  "& > [data-look='0']": { bg: "border" },
  "& > [data-look='1']": { bg: "info.fill" },
  "& > [data-look='2']": {
    bgImage:
      "repeating-linear-gradient(135deg, {colors.good.fill} 0 4px, {colors.good.wash} 4px 8px)",
  },
  "& > [data-look='3']": { bg: "good.fill" },
  "& > [data-look='4']": { bg: "fault.fill" },
});
