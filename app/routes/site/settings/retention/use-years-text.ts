import { useTranslation } from "#app/i18n/use-translation.ts";

/** Describes the retention period; null is no limit. */
export function useYearsText(): (years: number | null) => string {
  const { t } = useTranslation("settings");
  return (years) => (years === null ? t("retention.all") : t("retention.years", { count: years }));
}
