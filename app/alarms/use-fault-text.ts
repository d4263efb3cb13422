import { useCallback } from "react";
import { addsToFault, faultCodeOf } from "#domain/alarms/fault-codes.ts";
import { usePageTexts } from "../i18n/use-page-texts.ts";
import { useTranslation } from "../i18n/use-translation.ts";

/**
 * Describes an event of a piece of equipment: the text of its code, if it is one of the catalogue, with the message of
 * the logger if that says more; otherwise the message alone.
 */
export function useFaultText(): (message: string, code: string | null | undefined) => string {
  usePageTexts("faults");
  const { t } = useTranslation("faults");
  return useCallback(
    (message, code) => {
      const known = faultCodeOf(code);
      if (known === null) return message;
      const text = t(`code.${known}`);
      return addsToFault(message, known, text) ? t("withMessage", { text, message }) : text;
    },
    [t],
  );
}
