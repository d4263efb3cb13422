import { Outcome, Submit } from "#app/forms/section.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** Shows a form's submit button and the outcome of its last submission. */
export function SaveRow(props: { intent: string; busy: boolean; outcome: Refusable }) {
  const { t } = useTranslation("user");
  return (
    <>
      <Outcome result={props.outcome} done={t("saved")} />
      <Submit intent={props.intent} busy={props.busy}>
        {t("save")}
      </Submit>
    </>
  );
}
