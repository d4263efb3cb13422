import { SwitchField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** Whether the operator receives e-mails about new feedback. */
export function NoticeForm({ on }: { on: boolean }) {
  const { t } = useTranslation("platform");
  const { Form, form, busy, outcome } = useOwnForm("notice", { drafts: "none" });
  return (
    <Section title={t("feedback.notice.title")} text={t("feedback.notice.text")}>
      <Form method="post" ref={form}>
        <SwitchField name="feedbackMails" label={t("feedback.notice.label")} on={on} />
        <Outcome result={outcome} done={t("feedback.notice.saved")} />
        <Submit intent="notice" busy={busy}>
          {t("feedback.notice.save")}
        </Submit>
      </Form>
    </Section>
  );
}
