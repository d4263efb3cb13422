import { useCallback, useState } from "react";
import { uploadFile } from "#app/api/upload-file.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { shrinkPicture } from "#app/ui/crop/shrink-picture.ts";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { MAX_FEEDBACK_PHOTOS } from "#domain/text-limits.ts";

export type Photos = ReturnType<typeof usePhotos>;

/** Photos of a message: each is uploaded when it is chosen, and attached when the message is sent. */
export function usePhotos() {
  const { t, i18n } = useTranslation("feedback");
  const problemText = useProblemText();
  const [paths, setPaths] = useState<readonly string[]>([]);
  const [isUploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const upload = async (file: File) => {
    const picture = await shrinkPicture(file);
    const uploaded = await uploadFile("POST /basic/v2/upload/image", picture, i18n);
    if (uploaded.isOk) setPaths((present) => [...present, uploaded.data]);
    else setFailure(uploaded.message ?? t("failed"));
  };
  const add = async (file: File) => {
    if (isUploading || paths.length >= MAX_FEEDBACK_PHOTOS) return;
    setUploading(true);
    setFailure(null);
    await upload(file).catch(() => setFailure(problemText("pictureBroken")));
    setUploading(false);
  };
  const remove = (path: string) => setPaths((present) => present.filter((one) => one !== path));
  const clear = useCallback(() => setPaths([]), []);
  return { paths, isUploading, failure, add, remove, clear };
}
