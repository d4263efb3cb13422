import { Outcome, Submit } from "#app/forms/section.tsx";
import type { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { AddExtra } from "./add-result.ts";
import { LabelFields } from "./label-fields.tsx";

export type StepForm = ReturnType<typeof useOwnForm<AddExtra>>;

/** First step: the label proves that the user has the module. */
export function LabelStep({ form: { Form, form, busy, result, outcome } }: { form: StepForm }) {
  const { t } = useTranslation("addsite");
  // An error of a field is shown at the field.
  const isBeside = Object.keys(outcome?.problem?.fields ?? {}).length > 0;
  return (
    <Form method="post" ref={form} noValidate>
      <p>{t("label.text")}</p>
      <LabelFields result={result} values={result?.values ?? {}} />
      <Outcome result={isBeside ? null : outcome} done="" />
      <Submit intent="check" busy={busy}>
        {t("label.submit")}
      </Submit>
    </Form>
  );
}
