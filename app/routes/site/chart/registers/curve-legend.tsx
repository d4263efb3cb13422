import type { ChartLine } from "#app/charts/chart-lines.ts";
import { StaleWord } from "#app/charts/quality.tsx";
import { readAt } from "#app/charts/read-lines.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Shade } from "#app/theme/palette.ts";
import { styled } from "#app/theme/styled.tsx";
import { NO_VALUE } from "#domain/units/format-quantity.ts";
import type { DrawableRegister } from "./register-choice.ts";
import { ToolIcon } from "./tool-icon.tsx";

export type LegendCurve = Pick<DrawableRegister, "address" | "name" | "equipment"> & {
  shade: Shade;
  isHidden: boolean;
  /** Null if there is nothing to draw. */
  line: ChartLine | null;
};

type CurveLegendProps = {
  curves: readonly LegendCurve[];
  isLoading: boolean;
  /** Instant at the cursor, ms UTC; null if there is no cursor. */
  cursor: number | null;
  /** The time at the cursor. */
  time: string;
  colorOf: (shade: Shade) => string;
  onHide: (address: string) => void;
  onRemove: (address: string) => void;
};

/** Lists the curves with their values at the cursor. */
export function CurveLegend(props: CurveLegendProps) {
  const { curves, isLoading, cursor, time, colorOf, onHide, onRemove } = props;
  const { t } = useTranslation("charts");
  return (
    <Box>
      <p data-time>{cursor === null ? t("registers.hint") : time}</p>
      <ul aria-label={t("registers.shown")}>
        {curves.map(({ address, name, equipment, shade, isHidden, line }) => (
          <li key={address} data-hidden={isHidden || undefined}>
            <button
              type="button"
              data-name
              aria-pressed={!isHidden}
              onClick={() => onHide(address)}
            >
              <i style={{ background: colorOf(shade) }} />
              <span>
                <bdi>{name}</bdi>
                <small>
                  <bdi>{equipment}</bdi>
                </small>
              </span>
            </button>
            {line === null ? (
              <Value>{isLoading ? null : t("registers.noSamples")}</Value>
            ) : (
              cursor !== null && <CurveValue line={line} cursor={cursor} />
            )}
            <button
              type="button"
              data-remove
              aria-label={t("registers.remove", { name })}
              onClick={() => onRemove(address)}
            >
              <ToolIcon name="remove" />
            </button>
          </li>
        ))}
      </ul>
    </Box>
  );
}

/** Value of a curve at the cursor, with a sign if it is stale. */
function CurveValue({ line, cursor }: { line: ChartLine; cursor: number }) {
  const { language } = useTranslation().i18n;
  const [row] = readAt([line], cursor, language);
  return (
    <Value>
      <bdi dir="ltr">{row?.text ?? NO_VALUE}</bdi>
      {row?.isStale && <StaleWord />}
    </Value>
  );
}

const Value = styled("span", {
  display: "flex",
  flexDirection: "column",
  alignItems: "end",
  ps: "2",
  textStyle: "sm",
  lineHeight: "shorter",
  fontWeight: "medium",
  fontVariantNumeric: "tabular-nums",
  textAlign: "end",
});

const Box = styled("div", {
  mt: "3",
  "& [data-time]": {
    textStyle: "xs",
    color: "fg.muted",
    minH: "5",
    fontVariantNumeric: "tabular-nums",
  },
  "& ul": {
    listStyleType: "none",
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(19rem, 100%), 1fr))",
    columnGap: "4",
    mt: "1",
  },
  "& li": { display: "flex", alignItems: "center", minW: "0", minH: "9" },
  "& button": { cursor: "button", borderRadius: "md", focusVisibleRing: "inside" },
  "& [data-name]": {
    display: "flex",
    alignItems: "center",
    gap: "2.5",
    flex: "1",
    minW: "0",
    px: "1",
    py: "1",
    textAlign: "start",
    textStyle: "sm",
    _hover: { bg: "bg.hover" },
  },
  "& [data-name] span": {
    minW: "0",
    lineHeight: "shorter",
    overflowWrap: "anywhere",
    hyphens: "auto",
  },
  "& [data-name] i": { w: "3.5", h: "1", borderRadius: "full", flexShrink: "0" },
  "& small": { display: "block", textStyle: "xs", color: "fg.muted" },
  "& [data-remove]": {
    display: "grid",
    placeItems: "center",
    p: "1.5",
    color: "fg.subtle",
    _hover: { color: "fg", bg: "bg.hover" },
    "@media (pointer: coarse)": { minW: "11" },
  },
  "& [data-hidden] [data-name]": { opacity: "0.55", textDecoration: "line-through" },
});
