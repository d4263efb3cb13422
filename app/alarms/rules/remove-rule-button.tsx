import { useLayoutEffect } from "react";
import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RuleConflict } from "./rule-conflict.ts";
import { OpenedRule } from "./rule-form.tsx";
import { RuleOutcome } from "./rule-outcome.tsx";

type RemoveRuleButtonProps = {
  rule: { ruleId: number; unit?: string | undefined };
  version: number;
  title: string;
  /** Consequence of the deletion, and the text of the button that deletes. */
  question: string;
  submit: string;
};

/** Deletes a rule after its effect was named. */
export function RemoveRuleButton(props: RemoveRuleButtonProps) {
  const { rule, version, title, question, submit } = props;
  const { t } = useTranslation("alarms");
  const own = useOwnForm<{ conflict: RuleConflict }>(null, {
    owns: ({ intent, values }) => intent === "remove" && values.ruleId === String(rule.ruleId),
  });
  const { form, result, outcome } = own;
  // The row is removed with the focus, which the heading takes.
  useLayoutEffect(() => {
    const row = form.current?.closest("li");
    const heading = row?.closest("section, main")?.querySelector<HTMLElement>("[tabindex='-1']");
    return () => {
      if (row?.contains(document.activeElement)) heading?.focus();
    };
  }, [form]);
  return (
    <ConfirmButton
      size="xs"
      text={t("rule.remove")}
      label={t("rule.removeOne", { name: title })}
      question={question}
      submit={submit}
      intent="remove"
      own={own}
      fields={<OpenedRule rule={rule} version={result?.conflict?.version ?? version} />}
    >
      <RuleOutcome result={outcome} unit={rule.unit} />
    </ConfirmButton>
  );
}
