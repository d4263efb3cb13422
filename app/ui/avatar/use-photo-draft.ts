import { useEffect, useState } from "react";
import { uploadFile } from "#app/api/upload-file.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { isSignedOutStatus } from "#app/signed-out-status.ts";
import { type Cut, cropPicture, MIN_CROP_WIDTH_PX } from "../crop/crop-picture.ts";
import { useProblemText } from "../use-problem-text.ts";

/** Size of the stored picture, px. */
const SIZE = { width: 400, height: 400 };

export type PhotoDraft = ReturnType<typeof usePhotoDraft>;

/**
 * State of a profile picture while it is chosen.
 * @param isDefault whether the user has the default picture at present
 * @param onExpired called when the session has ended
 */
export function usePhotoDraft(isDefault: boolean, onExpired: () => void) {
  const { t, i18n } = useTranslation(["user", "branding"]);
  const problemText = useProblemText();
  const [useDefault, setUseDefault] = useState(isDefault);
  const [picture, setPicture] = useState<string | null>(null);
  const [cut, setCut] = useState<Cut | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture]);

  const fail = (text: string) => {
    setFailure(text);
    return null;
  };
  const send = async (address: string, part: Cut) => {
    const photo = await cropPicture(address, part, SIZE);
    const uploaded = await uploadFile("POST /basic/v2/upload/image", photo, i18n);
    if (uploaded.isOk) return uploaded.data;
    if (!isSignedOutStatus(uploaded.status))
      return fail(uploaded.message ?? t("branding:crop.failed"));
    onExpired();
    return fail(problemText("sessionEnded"));
  };
  return {
    useDefault,
    setUseDefault,
    /** Address of the chosen file; null without one. */
    picture,
    setCut,
    choose(file: File) {
      setFailure(null);
      setCut(null);
      setUseDefault(false);
      setPicture(URL.createObjectURL(file));
    },
    reportBroken: () => setFailure(problemText("pictureBroken")),
    failure,
    isSending,
    /**
     * Uploads the chosen part.
     * @returns the path to save, empty for the default picture; null if it failed, for which `failure` gives the reason
     */
    async upload(): Promise<string | null> {
      setFailure(null);
      if (useDefault) return "";
      if (picture === null || cut === null) return fail(t("user:avatar.none"));
      if (cut.area.width < MIN_CROP_WIDTH_PX) return fail(t("branding:crop.small"));
      setSending(true);
      const path = await send(picture, cut).catch(() => fail(problemText("pictureBroken")));
      setSending(false);
      return path;
    },
  };
}
