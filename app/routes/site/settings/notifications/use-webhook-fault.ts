import { useTranslation } from "#app/i18n/use-translation.ts";
import { NO_VALUE } from "#domain/units/format-quantity.ts";

/** Why an attempt may have failed, apart from its status; the server's list is `WEBHOOK_FAULTS`. */
const FAULTS = [
  "redirect",
  "timeout",
  "connection",
  "name",
  "private",
  "secret",
  "late",
  "disabled",
] as const;

type Attempted = { status: number | null; fault: string | null };

/** The result of a webhook's last attempt: its HTTP status, or why there was none. */
export function useWebhookFault(): (attempted: Attempted) => string {
  const { t } = useTranslation("alarms");
  return ({ status, fault }) => {
    const known = FAULTS.find((one) => one === fault);
    const answered = status === null ? null : t("webhook.log.status", { status });
    const failed = known === undefined ? null : t(`webhook.log.faults.${known}`);
    return [answered, failed].filter((text) => text !== null).join(" · ") || NO_VALUE;
  };
}
