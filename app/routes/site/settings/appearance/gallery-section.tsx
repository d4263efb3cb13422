import { Suspense, useState } from "react";
import { Outcome, Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { FileButton } from "#app/ui/crop/file-button.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { GalleryGrid } from "./gallery-grid.tsx";
import { Nothing } from "./tag-section.tsx";
import { useAddPicture } from "./use-add-picture.ts";

const GalleryViewer = lazyComponent(() => import("./gallery-viewer.tsx"));

type GallerySectionProps = { pictures: readonly { id: number; image: string }[]; mayEdit: boolean };

/** Greatest number of images in a gallery. */
const MAX_PICTURES = 30;

/** Thumbnails that open in the viewer. */
export function GallerySection({ pictures, mayEdit }: GallerySectionProps) {
  const { t } = useTranslation("branding");
  const [viewed, setViewed] = useState<number | null>(null);
  return (
    <Section
      stacked
      title={t("appearance.gallery")}
      text={t("appearance.galleryText", { most: MAX_PICTURES })}
    >
      {pictures.length === 0 ? (
        <Nothing>{t("appearance.noPictures")}</Nothing>
      ) : (
        <GalleryGrid pictures={pictures} onView={setViewed} />
      )}
      {mayEdit && pictures.length < MAX_PICTURES && <AddPicture />}
      {viewed !== null && (
        <Suspense>
          <GalleryViewer
            pictures={pictures}
            place={viewed}
            mayEdit={mayEdit}
            onPlace={setViewed}
            onClose={() => setViewed(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}

function AddPicture() {
  const { t } = useTranslation("branding");
  const { add, busy, failure, outcome } = useAddPicture();
  return (
    <>
      <FileButton
        label={t("appearance.addPicture")}
        hint={t("appearance.pictureHint")}
        onChoose={add}
      />
      <Sending role="status">{busy && t("appearance.sending")}</Sending>
      {failure !== null && <Notice tone="fault">{failure}</Notice>}
      <Outcome result={failure === null ? outcome : null} done="" />
    </>
  );
}

const Sending = styled("p", { "&:empty": { position: "absolute" } });
