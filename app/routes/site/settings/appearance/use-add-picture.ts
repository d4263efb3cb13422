import { useState } from "react";
import { uploadFile } from "#app/api/upload-file.ts";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { shrinkPicture } from "#app/ui/crop/shrink-picture.ts";
import { useProblemText } from "#app/ui/use-problem-text.ts";

/** Uploads a picture and adds it to the gallery. */
export function useAddPicture() {
  const { t, i18n } = useTranslation("branding");
  const problemText = useProblemText();
  const { submit, busy, outcome } = useOwnForm("addPicture", { drafts: "none" });
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (file: File) => {
    const uploaded = await uploadFile(
      "POST /basic/v2/upload/image",
      await shrinkPicture(file),
      i18n,
    );
    if (uploaded.isOk)
      await submit({ intent: "addPicture", image: uploaded.data }, { method: "post" });
    else setFailure(uploaded.message ?? t("crop.failed"));
  };
  const add = async (file: File) => {
    if (isSending || busy) return;
    setSending(true);
    setFailure(null);
    await send(file).catch(() => setFailure(problemText("pictureBroken")));
    setSending(false);
  };
  const refused = outcome?.problem?.fields.image;
  return {
    add,
    busy: isSending || busy,
    failure: failure ?? (refused ? problemText(refused) : null),
    outcome,
  };
}
