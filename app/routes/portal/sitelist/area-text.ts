import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatTag } from "#domain/languages.ts";
import type { SiteArea } from "#domain/sites/site-area.ts";

/** Describes a circle on the map by its radius in km and its centre in degrees. */
export function useAreaText(): (area: SiteArea) => string {
  const { t, i18n } = useTranslation("listtools");
  const format = (value: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat(formatTag(i18n.language), { maximumFractionDigits }).format(value);
  return ({ latitude, longitude, radius }) =>
    t("area.within", {
      radius: format(radius / 1_000, 1),
      latitude: format(latitude, 3),
      longitude: format(longitude, 3),
    });
}
