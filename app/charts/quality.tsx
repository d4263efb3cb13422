import { VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";

/** How a figure is known, as the calls of charts tell it. */
export const QUALITIES = ["measured", "derived", "filled", "stale", "missing"] as const;
export type FigureQuality = (typeof QUALITIES)[number];

/** A quiet sign of how a figure is known; what is missing is a dash already. */
export function QualitySign({ quality }: { quality: FigureQuality }) {
  const { t } = useTranslation("charts");
  return (
    <>
      <Sign data-quality={quality} title={t(`quality.${quality}.name`)} aria-hidden />
      <VisuallyHidden>{t(`quality.${quality}.name`)}</VisuallyHidden>
    </>
  );
}

/** The sign of what is only repeated with its word, for figures that are mostly measured and then have none. */
export function StaleWord() {
  const { t } = useTranslation("charts");
  return (
    <Word title={t("quality.stale.text")}>
      <Sign data-quality="stale" aria-hidden />
      {t("quality.stale.name")}
    </Word>
  );
}

/** What the signs mean. */
export function QualityLegend({ shown }: { shown: ReadonlySet<FigureQuality> }) {
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
