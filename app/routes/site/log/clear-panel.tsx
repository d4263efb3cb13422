import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { LogExtra } from "./log-data.ts";

/** Deletes all ended alarms from the log. */
export function ClearPanel() {
  const { t } = useTranslation("alarms");
  const own = useOwnForm<LogExtra>("clear", { drafts: "none" });
  return (
    <ConfirmButton
      text={t("log.clear")}
      question={t("log.clearText")}
      submit={t("log.clearSubmit")}
      intent="clear"
      own={own}
      done={t("log.hidden", { count: own.result?.hidden ?? 0 })}
    >
      <Outcome result={own.outcome} done="" />
    </ConfirmButton>
  );
}
