import { Box, Button } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Banner } from "#domain/users/banner.ts";
import { lazyComponent } from "../lazy-component.tsx";
import type { EditorPhoto } from "./banner-editor.tsx";
import { BannerPicture } from "./banner-picture.tsx";
import { BannerTitle } from "./banner-title.tsx";

const BannerEditor = lazyComponent(() => import("./banner-editor.tsx"));

type EditBannerProps = {
  banner: Banner;
  photo: EditorPhoto;
  /** Path to which a change is sent; null if the user may not change it. */
  action: string | null;
};

/** A banner with the button that edits it. */
export function EditBanner({ banner, photo, action }: EditBannerProps) {
  const { t } = useTranslation("branding");
  const [isEditing, setEditing] = useState<boolean | null>(null);
  return (
    <>
      <Box w="full" maxW="2xl">
        <BannerPicture images={banner.bannerImages} state="open">
          <BannerTitle banner={banner} />
        </BannerPicture>
      </Box>
      {action !== null && (
        <Button variant="outline" alignSelf="flex-start" onClick={() => setEditing(true)}>
          {t("banner.edit")}
        </Button>
      )}
      {action !== null && isEditing !== null && (
        <Suspense>
          <BannerEditor
            open={isEditing}
            banner={banner}
            photo={photo}
            action={action}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
