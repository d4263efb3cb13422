import { Link } from "react-router";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { formatCount } from "#domain/units/count.ts";
import { CELL_STYLES } from "./cell-styles.ts";
import { LOOKS, type Look, type Rollout, rolloutAddress, SITES_PAGE } from "./rollouts-data.ts";
import { SiteRows } from "./site-rows.tsx";
import type { LookCounts } from "./wave-cells.ts";

type SiteResultsProps = {
  rollout: Rollout;
  counts: LookCounts;
  /** Null for all sites. */
  look: Look | null;
  page: number;
};

/** The sites of a rollout by state. The choice of states is the legend of the waves, too. */
export function SiteResults({ rollout, counts, look, page }: SiteResultsProps) {
  const { t, i18n } = useTranslation("rollouts");
  const { rolloutId, list, states } = rollout;
  const total = look === null ? states.length : counts[look];
  return (
    <Section stacked title={t("sites.title")}>
      <Filter aria-label={t("sites.filter")}>
        <Link
          to={rolloutAddress(rolloutId)}
          preventScrollReset
          aria-current={look === null ? "true" : undefined}
        >
          {t("sites.all")} <b>{formatCount(states.length, i18n.language)}</b>
        </Link>
        {LOOKS.map((one, place) => (
          <Link
            key={one}
            to={rolloutAddress(rolloutId, one)}
            preventScrollReset
            aria-current={look === one ? "true" : undefined}
            data-none={counts[one] === 0 || undefined}
          >
            <i data-look={place} aria-hidden />
            {t(`look.${one}`)} <b>{formatCount(counts[one], i18n.language)}</b>
          </Link>
        ))}
      </Filter>
      {list.length === 0 ? (
        <p role="status">{t("sites.none")}</p>
      ) : (
        <SiteRows sites={list} label={t("sites.title")} />
      )}
      <Pager
        page={page}
        pages={Math.ceil(total / SITES_PAGE)}
        addressOf={(to) => rolloutAddress(rolloutId, look, to)}
      />
    </Section>
  );
}

const Filter = styled("nav", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    px: "3",
    minH: "9",
    borderWidth: "1px",
    borderRadius: "full",
    bg: "bg.panel",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
    "@media (pointer: coarse)": { minH: "11" },
  },
  "& i": CELL_STYLES,
  "& b": { fontWeight: "semibold", fontVariantNumeric: "tabular-nums" },
  "& [data-none]": { color: "fg.muted" },
  "& [aria-current]": {
    borderColor: "brand.solid",
    boxShadow: "inset 0 0 0 1px {colors.brand.solid}",
  },
});
