import { memo } from "react";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { CELL_STYLES } from "./cell-styles.ts";
import { LOOKS } from "./rollouts-data.ts";
import { usePlanText } from "./use-plan-text.ts";
import type { LookCounts, RolloutCells, WaveCells } from "./wave-cells.ts";

type WavePictureProps = {
  cells: RolloutCells;
  /** The wave in progress; null if none is. */
  current: number | null;
};

/** The waves of a rollout with a cell for each site; the text of each wave has the same in numbers. */
export function WavePicture({ cells, current }: WavePictureProps) {
  const { t } = useTranslation("rollouts");
  const { waves, skipped, counts } = cells;
  return (
    <Section stacked title={t("waves.title")} text={t("waves.text")}>
      <Waves>
        {waves.map((wave) => (
          <li key={wave.wave} aria-current={wave.wave === current ? "step" : undefined}>
            <WaveTitle wave={wave} isLast={wave === waves.at(-1)} />
            <Cells looks={wave.looks} />
          </li>
        ))}
        {skipped !== "" && (
          <li data-skipped>
            <p>
              <strong>{t("waves.skipped")}</strong>
              <span>{t("waves.sites", { count: counts.skipped })}</span>
            </p>
            <Cells looks={skipped} />
          </li>
        )}
      </Waves>
    </Section>
  );
}

function WaveTitle({ wave, isLast }: { wave: WaveCells; isLast: boolean }) {
  const { t } = useTranslation("rollouts");
  const { percent } = usePlanText();
  const title =
    wave.percent === null
      ? t("waves.canary")
      : isLast
        ? t("waves.last", { wave: wave.wave })
        : t("waves.wave", { wave: wave.wave, percent: percent(wave.percent) });
  return (
    <p>
      <strong>{title}</strong>
      <span>{t("waves.sites", { count: wave.looks.length })}</span>
      <small>
        <LookTexts counts={wave.counts} />
      </small>
    </p>
  );
}

/** How many sites of a wave have which state. */
function LookTexts({ counts }: { counts: LookCounts }) {
  const { t } = useTranslation("rollouts");
  return LOOKS.filter((look) => counts[look] > 0)
    .map((look) => t("waves.part", { sites: counts[look], look: t(`look.${look}`) }))
    .join(" · ");
}

/** Draws again only if a site has changed, because there may be two thousand of them. */
const Cells = memo(function Cells({ looks }: { looks: string }) {
  return (
    <div aria-hidden data-cells>
      {[...looks].map((look, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sites have a fixed order
        <i key={place} data-look={look} />
      ))}
    </div>
  );
});

const Waves = styled("ol", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
  "& > li": {
    ps: "3",
    borderInlineStartWidth: "3px",
    borderInlineStartColor: "border",
    display: "flex",
    flexDirection: "column",
    gap: "2",
  },
  "& > li[aria-current]": { borderInlineStartColor: "brand.solid" },
  "& > li[data-skipped]": { borderInlineStartStyle: "dashed" },
  "& p": { display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: "3" },
  "& strong": { fontWeight: "medium" },
  "& span, & small": { color: "fg.muted", textStyle: "xs", fontVariantNumeric: "tabular-nums" },
  "& [data-cells]": { display: "flex", flexWrap: "wrap", gap: "3px" },
  "& [data-cells] > i": CELL_STYLES,
});
