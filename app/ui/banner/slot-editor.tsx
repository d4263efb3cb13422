import { Button, Flex } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { uploadFile } from "#app/api/upload-file.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { isSignedOutStatus } from "#app/signed-out-status.ts";
import { type Cut, cropPicture, MIN_CROP_WIDTH_PX, type Size } from "../crop/crop-picture.ts";
import { FileButton } from "../crop/file-button.tsx";
import { PictureCropper } from "../crop/picture-cropper.tsx";
import { useProblemText } from "../use-problem-text.ts";

type SlotEditorProps = {
  /** 1 to 3 */
  number: number;
  size: Size;
  onFilled: (path: string) => void;
  onFailure: (text: string | null) => void;
  /** Called when the session has ended. */
  onExpired: () => void;
};

/** One image of a banner: selected, cropped and uploaded. */
export function SlotEditor({ number, size, onFilled, onFailure, onExpired }: SlotEditorProps) {
  const { t, i18n } = useTranslation("branding");
  const problemText = useProblemText();
  const [picture, setPicture] = useState<string | null>(null);
  const [cut, setCut] = useState<Cut | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);

  const choose = (file: File) => {
    onFailure(null);
    setCut(null);
    setPicture(URL.createObjectURL(file));
  };
  const send = async (address: string, part: Cut) => {
    const uploaded = await uploadFile(
      "POST /basic/v2/upload/image",
      await cropPicture(address, part, size),
      i18n,
    );
    if (uploaded.isOk) {
      onFilled(uploaded.data);
      setPicture(null);
    } else if (isSignedOutStatus(uploaded.status)) onExpired();
    else onFailure(uploaded.message ?? t("crop.failed"));
  };
  const take = async () => {
    if (busy || picture === null || cut === null) return;
    if (cut.area.width < MIN_CROP_WIDTH_PX) return onFailure(t("crop.small"));
    setBusy(true);
    onFailure(null);
    await send(picture, cut).catch(() => onFailure(problemText("pictureBroken")));
    setBusy(false);
  };

  return (
    <Flex direction="column" gap="3">
      <FileButton
        label={t("editor.choose", { number })}
        hint={t("editor.hint", size)}
        onChoose={choose}
      />
      {picture !== null && (
        <>
          <PictureCropper
            // Another image or another ratio resets the cropper.
            key={`${picture} ${size.width}`}
            picture={picture}
            ratio={size.width / size.height}
            height="min(400px, 40dvh)"
            onCrop={setCut}
            onBroken={() => onFailure(problemText("pictureBroken"))}
          />
          <Button alignSelf="flex-start" variant="outline" onClick={take} loading={busy}>
            {t("crop.use")}
          </Button>
        </>
      )}
    </Flex>
  );
}
