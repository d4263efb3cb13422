import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { RuleOutcome } from "./rule-outcome.tsx";
import type { PlatformExtra, PlatformRule } from "./rules-data.ts";

type RemoveButtonProps = { rule: PlatformRule; version: number; title: string };

/** Deletes a rule at all sites after its effect was named. */
export function RemoveButton({ rule, version, title }: RemoveButtonProps) {
  const { t } = useTranslation(["platform", "alarms"]);
  const own = useOwnForm<PlatformExtra>(null, {
    owns: ({ intent, values }) => intent === "remove" && values.ruleId === String(rule.ruleId),
  });
  return (
    <ConfirmButton
      text={t("alarms:rule.remove")}
      label={t("alarms:rule.removeOne", { name: title })}
      size="xs"
      question={t("rules.removeText")}
      submit={t("rules.removeSubmit")}
      intent="remove"
      own={own}
      fields={
        <>
          <input type="hidden" name="ruleId" value={rule.ruleId} />
          <input type="hidden" name="version" value={own.result?.conflict?.version ?? version} />
          <input type="hidden" name="opened" value={JSON.stringify(rule)} />
        </>
      }
    >
      <RuleOutcome result={own.outcome} />
    </ConfirmButton>
  );
}
