import { Suspense, useState } from "react";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { GalleryGrid } from "../settings/appearance/gallery-grid.tsx";
import type { Route } from "./+types/page";

const GalleryViewer = lazyComponent(() => import("../settings/appearance/gallery-viewer.tsx"));

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.gallery" }] };

/** Every member sees the images; administrators add and delete them on the settings page. */
export async function loader(args: Route.LoaderArgs) {
  requireUser(args);
  const { key: siteKey, name } = await openSite(args);
  const { list } = await callForPage(args, "POST /site/v2/gallery/getAllBySiteId", { siteKey });
  return { name, pictures: list.map(({ id, image }) => ({ id, image })) };
}

export default function GalleryRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <GalleryPage {...loaderData} />
    </Suspense>
  );
}

function GalleryPage({ name, pictures }: Route.ComponentProps["loaderData"]) {
  usePageTexts("branding");
  const { t } = useTranslation("branding");
  const [viewed, setViewed] = useState<number | null>(null);
  return (
    <>
      <PageTitle page={`${t("appearance.gallery")} · ${name}`} />
      <ListPage title={t("appearance.gallery")} text={t("appearance.galleryLead")} level={2}>
        {pictures.length === 0 ? (
          <EmptyList>{t("appearance.noPictures")}</EmptyList>
        ) : (
          <GalleryGrid pictures={pictures} onView={setViewed} />
        )}
        {viewed !== null && (
          <Suspense>
            <GalleryViewer
              pictures={pictures}
              place={viewed}
              mayEdit={false}
              onPlace={setViewed}
              onClose={() => setViewed(null)}
            />
          </Suspense>
        )}
      </ListPage>
    </>
  );
}
