import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { LogExtra } from "./log-data.ts";

/** Deletes the selected alarms from the log; their check boxes name this form by its `id`. */
export function HideForm({ id }: { id: string }) {
  const { t } = useTranslation("alarms");
  const own = useOwnForm<LogExtra>("hide", { drafts: "none" });
  return (
    <ConfirmButton
      text={t("log.hide")}
      question={t("log.hideText")}
      submit={t("log.clearSubmit")}
      intent="hide"
      own={own}
      formId={id}
      done={t("log.hidden", { count: own.result?.hidden ?? 0 })}
    >
      <Outcome result={own.outcome} done="" />
    </ConfirmButton>
  );
}
