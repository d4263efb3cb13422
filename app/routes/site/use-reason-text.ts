import { useTranslation } from "#app/i18n/use-translation.ts";
import { knownReason } from "./reasons.ts";

/** Texts of why an update, a change or a rollout does not change a site. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation("param");
  return (reason) => t(`reason.${knownReason(reason)}`);
}
