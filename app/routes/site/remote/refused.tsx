import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useUpdateText } from "./use-update-text.ts";

/** Explains why the portal did not start an update; empty if it did. */
export function Refused({ refusal }: { refusal: string | undefined }) {
  const { t } = useTranslation("remote");
  const { refusalText } = useUpdateText([]);
  if (!refusal) return null;
  return <Notice tone="fault">{t("refused", { reason: refusalText(refusal) })}</Notice>;
}
