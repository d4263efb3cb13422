import { useTranslation } from "../i18n/use-translation.ts";

/** The document's title; React hoists it into the head. */
export function PageTitle({ page }: { page: string }) {
  const { t } = useTranslation();
  return <title>{t("title", { page })}</title>;
}
