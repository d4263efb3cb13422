import { Checks } from "#app/forms/checks.ts";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { type EscalationStep, type Member, STEPS } from "./notification-data.ts";

type EscalationSectionProps = {
  steps: readonly EscalationStep[];
  members: readonly Member[];
};

/** Users who are notified of alarms that were not acknowledged in time, in up to three steps. */
export function EscalationSection({ steps, members }: EscalationSectionProps) {
  const { t } = useTranslation("alarms");
  const { Form, form, busy, result, outcome } = useOwnForm("escalation");
  return (
    <Section title={t("escalation.title")} text={t("escalation.text")}>
      <Form method="post" ref={form} noValidate>
        {STEPS.map((step) => (
          <StepFields
            key={step}
            step={step}
            stored={steps[step]}
            members={members}
            result={result}
          />
        ))}
        <Outcome result={outcome} done={t("saved")} />
        <Submit intent="escalation" busy={busy}>
          {t("save")}
        </Submit>
      </Form>
    </Section>
  );
}

type StepFieldsProps = {
  step: (typeof STEPS)[number];
  stored: EscalationStep | undefined;
  members: readonly Member[];
  result: ReturnType<typeof useOwnForm>["result"];
};

function StepFields({ step, stored, members, result }: StepFieldsProps) {
  const { t } = useTranslation("alarms");
  const problemText = useProblemText();
  const fault = result?.problem?.fields[`user${step}`];
  return (
    <Step aria-invalid={fault === undefined ? undefined : true} tabIndex={-1}>
      <legend>{t("escalation.step", { number: step + 1 })}</legend>
      <TextField
        name={`after${step}`}
        label={t("escalation.after")}
        hint={step === 0 ? t("escalation.afterHint") : undefined}
        inputMode="numeric"
        dir="ltr"
        defaultValue={result?.values[`after${step}`] ?? stored?.afterMinutes ?? ""}
        result={result}
      />
      <Checks role="group" aria-label={t("escalation.users", { number: step + 1 })}>
        {members.map(({ userId, name }) => (
          <label key={userId}>
            <input
              type="checkbox"
              name={`user${step}`}
              value={userId}
              defaultChecked={stored?.userIds.includes(userId) ?? false}
            />
            <bdi>{name}</bdi>
          </label>
        ))}
      </Checks>
      {fault && <p role="alert">{problemText(fault)}</p>}
    </Step>
  );
}

const Step = styled("fieldset", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  minW: "0",
  p: "4",
  borderWidth: "1px",
  borderRadius: "lg",
  "& legend": { textStyle: "sm", fontWeight: "semibold", px: "1" },
  "& > p": { textStyle: "xs", color: "fg.error", fontWeight: "medium" },
});
