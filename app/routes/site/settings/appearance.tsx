import { Suspense } from "react";
import { Section } from "#app/forms/section.tsx";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { EditBanner } from "#app/ui/banner/edit-banner.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { editorPhoto } from "#app/ui/shell/shell-user.ts";
import { can } from "#domain/access/can.ts";
import type { Banner } from "#domain/users/banner.ts";
import type { Route } from "./+types/appearance";
import { perform } from "./appearance/appearance-actions.server.ts";
import { ConfigSection } from "./appearance/config-section.tsx";
import { GallerySection } from "./appearance/gallery-section.tsx";
import { TagSection } from "./appearance/tag-section.tsx";
import { openSettingsTab } from "./open-settings.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const site = await openSettingsTab(args, "appearance");
  const named = { siteKey: site.key };
  const [gallery, tags, configs, options] = await Promise.all([
    callForPage(args, "POST /site/v2/gallery/getAllBySiteId", named),
    callForPage(args, "POST /site/v2/tag/getAllBySiteId", named),
    callForPage(args, "POST /site/v2/config/getAllBySiteIdAndlanguageCode", named),
    callForPage(args, "POST /site/v2/config/getAllConfigOptionBylanguageCode", {}),
  ]);
  const person = requireUser(args);
  const actor = { role: site.role, owner: site.owner, demo: person.demo, share: false };
  const { textPosition, textPositionPhone, bannerText, bannerImages } = site;
  const banner: Banner = { textPosition, textPositionPhone, bannerText, bannerImages };
  return {
    name: site.name,
    /** Administrators edit banner and pictures; users with full function also edit tags and configs. */
    mayEditPictures: can(actor, "editBanner"),
    bannerAction: `/banner${siteSearch(site)}`,
    banner,
    photo: editorPhoto(person),
    gallery: gallery.list,
    tags: tags.list.map(({ name }) => name),
    configs: configs.list,
    options: options.list,
  };
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function AppearanceRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <AppearancePage {...loaderData} />
    </Suspense>
  );
}

function AppearancePage(loaded: Route.ComponentProps["loaderData"]) {
  const { name, mayEditPictures, bannerAction, banner, photo, gallery } = loaded;
  const { tags, configs, options } = loaded;
  usePageTexts("branding");
  const { t } = useTranslation("branding");
  return (
    <>
      <PageTitle page={`${t("appearance.title")} · ${name}`} />
      <Section stacked title={t("banner.label")} text={t("appearance.bannerText")}>
        <EditBanner banner={banner} photo={photo} action={mayEditPictures ? bannerAction : null} />
      </Section>
      <GallerySection pictures={gallery} mayEdit={mayEditPictures} />
      <TagSection tags={tags} />
      <ConfigSection configs={configs} options={options} />
    </>
  );
}
