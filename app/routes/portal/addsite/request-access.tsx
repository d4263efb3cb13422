import { useId } from "react";
import { TextAreaField, TextField } from "#app/forms/fields.tsx";
import { Outcome, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MAX_APPLICATION_MESSAGE } from "#domain/text-limits.ts";

/**
 * Requests access to a site that another user has added. The answer is the same whether or not there is such a site.
 */
export function RequestAccess() {
  const { t } = useTranslation("addsite");
  const { Form, form, busy, result, outcome } = useOwnForm("apply");
  const values = result?.problem ? result.values : {};
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("access.title")}</h2>
      <Form method="post" ref={form} noValidate>
        <p>{t("access.text")}</p>
        <TextField
          name="sn"
          label={t("label.serial")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          defaultValue={values.sn}
          result={result}
        />
        <TextAreaField
          name="message"
          label={t("access.message")}
          hint={t("access.hint")}
          rows={3}
          limit={MAX_APPLICATION_MESSAGE}
          defaultValue={values.message ?? ""}
          result={result}
        />
        <Outcome result={outcome} done={t("access.sent")} />
        <Submit intent="apply" busy={busy}>
          {t("access.submit")}
        </Submit>
      </Form>
    </section>
  );
}
