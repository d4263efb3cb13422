import { chakra } from "@chakra-ui/react";
import { type RefObject, useEffect, useId, useState } from "react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Switch } from "../switch.tsx";
import { PhotoFields } from "./photo-fields.tsx";
import { type PhotoDraft, usePhotoDraft } from "./use-photo-draft.ts";

export type UploadPhoto = PhotoDraft["upload"];

type PhotoPartProps = {
  isDefault: boolean;
  /** Receives the upload of the photo; null while only the banner is to be updated. */
  uploadRef: RefObject<UploadPhoto | null>;
  onExpired: () => void;
};

/** Profile-photo part of the banner editor (specification, section 2). */
export default function PhotoPart({ isDefault, uploadRef, onExpired }: PhotoPartProps) {
  usePageTexts("user", "branding");
  const { t } = useTranslation(["user", "branding"]);
  const [isBannerOnly, setBannerOnly] = useState(true);
  const draft = usePhotoDraft(isDefault, onExpired);
  const id = useId();
  useEffect(() => {
    uploadRef.current = isBannerOnly ? null : draft.upload;
    return () => {
      uploadRef.current = null;
    };
  });
  return (
    <Part role="group" aria-labelledby={id}>
      <h3 id={id}>{t("user:avatar.title")}</h3>
      <Switch>
        <input
          type="checkbox"
          checked={isBannerOnly}
          onChange={({ currentTarget }) => setBannerOnly(currentTarget.checked)}
        />
        {t("branding:editor.bannerOnly")}
      </Switch>
      {!isBannerOnly && <PhotoFields draft={draft} />}
    </Part>
  );
}

const Part = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "4",
    pt: "4",
    borderTopWidth: "1px",
    "& > h3": { textStyle: "sm", fontWeight: "medium" },
  },
});
