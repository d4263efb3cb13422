import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { EditBanner } from "#app/ui/banner/edit-banner.tsx";
import type { Banner } from "#domain/users/banner.ts";
import { DEFAULT_BANNER } from "#domain/users/default-banner.ts";

/** Banner of the user's own pages. */
export function BannerSection({ banner }: { banner: Banner | null }) {
  const { t } = useTranslation("branding");
  return (
    <Section title={t("banner.label")} text={t("banner.own")}>
      <EditBanner banner={banner ?? DEFAULT_BANNER} action="/banner" />
    </Section>
  );
}
