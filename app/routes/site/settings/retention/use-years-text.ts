import { useTranslation } from "../../../../i18n/use-translation.ts";

/** How long samples stay, in words; null is for good. */
export function useYearsText(): (years: number | null) => string {
  const { t } = useTranslation("settings");
  return (years) => (years === null ? t("retention.all") : t("retention.years", { count: years }));
}
