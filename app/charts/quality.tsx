import { VisuallyHidden } from "@chakra-ui/react";
import { formatPercent } from "#domain/units/format-quantity.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";

/** Qualities of a value, as the chart calls return them. */
export const QUALITIES = ["measured", "derived", "imported", "filled", "stale", "missing"] as const;
export type DataQuality = (typeof QUALITIES)[number];

type QualitySignProps = {
  quality: DataQuality;
  /** Share of the time that is covered by data, 0 to 1; shown if it is partial. */
  coverage?: number;
  /** Whether a partial coverage is also shown as text. */
  isDetailed?: boolean;
};

/**
 * Sign for the quality of a value and its coverage in time. A missing value needs no sign because it is shown as a
 * dash.
 */
export function QualitySign({ quality, coverage = 1, isDetailed = false }: QualitySignProps) {
  const { t, i18n } = useTranslation("charts");
  const name = t(`quality.${quality}.name`);
  const isPartial = coverage < 1 && quality !== "missing";
  const share = formatShare(coverage, i18n.language);
  const text = isPartial ? `${name}, ${t("quality.covered", { share })}` : name;
  return (
    <>
      <Sign data-quality={quality} title={text} aria-hidden />
      {isPartial && isDetailed && <Coverage aria-hidden>{share}</Coverage>}
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
}

/** Rounds down, so that only complete data is shown as 100 %. */
function formatShare(coverage: number, language: string): string {
  const percent = Math.floor(100 * coverage);
  return formatPercent(percent, language);
}

/** Sign and word for stale data, for values that are usually measured and then have no sign. */
export function StaleWord() {
  const { t } = useTranslation("charts");
  return (
    <Word title={t("quality.stale.text")}>
      <Sign data-quality="stale" aria-hidden />
      {t("quality.stale.name")}
    </Word>
  );
}

/** Explains the quality signs. */
export function QualityLegend({ shown }: { shown: ReadonlySet<DataQuality> }) {
  const { t } = useTranslation("charts");
  const known = QUALITIES.filter((quality) => shown.has(quality));
  if (known.length === 0) return null;
  return (
    <Legend aria-label={t("quality.label")}>
      {known.map((quality) => (
        <div key={quality}>
          <dt>
            <Sign data-quality={quality} aria-hidden />
            {t(`quality.${quality}.name`)}
          </dt>
          <dd>{t(`quality.${quality}.text`)}</dd>
        </div>
      ))}
    </Legend>
  );
}

const Sign = styled("i", {
  display: "inline-block",
  w: "2",
  h: "2",
  flexShrink: "0",
  borderRadius: "2px",
  color: "fg.subtle",
  borderWidth: "1px",
  borderColor: "currentColor",
  "&[data-quality=measured]": { bg: "currentColor" },
  "&[data-quality=derived]": {
    backgroundImage: "linear-gradient(to top right, currentColor 50%, transparent 50%)",
  },
  "&[data-quality=imported]": {
    borderRadius: "full",
    backgroundImage: "linear-gradient(to right, currentColor 50%, transparent 50%)",
    _rtl: { backgroundImage: "linear-gradient(to left, currentColor 50%, transparent 50%)" },
  },
  "&[data-quality=stale]": { borderStyle: "dotted" },
  "&[data-quality=missing]": {
    borderColor: "transparent",
    backgroundImage: "linear-gradient(currentColor, currentColor)",
    backgroundSize: "100% 1.5px",
    backgroundPosition: "center",
    backgroundRepeat: "no-repeat",
  },
});

const Word = styled("span", {
  display: "inline-flex",
  alignItems: "center",
  gap: "1",
  textStyle: "xs",
  fontWeight: "normal",
  color: "fg.muted",
  whiteSpace: "nowrap",
});

const Legend = styled("dl", {
  display: "flex",
  flexWrap: "wrap",
  columnGap: "5",
  rowGap: "1",
  textStyle: "xs",
  color: "fg.muted",
  "& div": { display: "flex", gap: "1.5", alignItems: "baseline", minW: "0" },
  "& dt": {
    display: "flex",
    alignItems: "center",
    gap: "1.5",
    color: "fg",
    fontWeight: "medium",
    whiteSpace: "nowrap",
  },
  "& dd": { minW: "0" },
});

const Coverage = styled("small", {
  ms: "1",
  color: "fg.muted",
  fontVariantNumeric: "tabular-nums",
});
