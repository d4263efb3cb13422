import { useTranslation } from "#app/i18n/use-translation.ts";
import { FileButton } from "../crop/file-button.tsx";
import { PictureCropper } from "../crop/picture-cropper.tsx";
import { Notice } from "../notice.tsx";
import { Switch } from "../switch.tsx";
import type { PhotoDraft } from "./use-photo-draft.ts";

/** Chooses the default profile picture, or a square part of a file. */
export function PhotoFields({ draft }: { draft: PhotoDraft }) {
  const { t } = useTranslation("user");
  const { useDefault, setUseDefault, picture, setCut, choose, reportBroken, failure } = draft;
  return (
    <>
      <Switch>
        <input
          type="checkbox"
          checked={useDefault}
          onChange={({ currentTarget }) => setUseDefault(currentTarget.checked)}
        />
        {t("avatar.useDefault")}
      </Switch>
      {!useDefault && (
        <>
          <FileButton label={t("avatar.file")} hint={t("avatar.hint")} onChoose={choose} />
          {picture !== null && (
            <PictureCropper
              // Another picture resets the cropper.
              key={picture}
              picture={picture}
              ratio={1}
              round
              height="min(600px, 45dvh)"
              onCrop={setCut}
              onBroken={reportBroken}
            />
          )}
        </>
      )}
      {failure !== null && <Notice tone="fault">{failure}</Notice>}
    </>
  );
}
