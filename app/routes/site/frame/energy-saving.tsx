import type { ComponentType } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { formatMoney } from "#domain/units/format-money.ts";

const POLL_MS = 5 * MINUTE_MS;

type EnergySavingProps = {
  siteKey: string;
  /** Renders one of the totals. */
  tile: ComponentType<{ label: string; number: string; unit: string }>;
};

/** Shows what the site has saved at its own prices. Loaded after hydration. */
export default function EnergySaving({ siteKey, tile: Tile }: EnergySavingProps) {
  usePageTexts("energy");
  const { t, i18n } = useTranslation("energy");
  const { data } = useApiQuery(
    "POST /site/v2/chart/overallStats",
    { siteKey },
    { pollMs: POLL_MS },
  );
  const label = t("saving");
  if (data === null) return <li />;
  if (data.powersaving === null)
    return data.priceUnit === null ? <Tile label={label} number="" unit={t("noPrice")} /> : null;
  return (
    <Tile
      label={label}
      number={formatMoney(data.powersaving, i18n.language)}
      unit={data.priceUnit ?? ""}
    />
  );
}
