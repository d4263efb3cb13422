import { Rules } from "#app/alarms/rules/styles.ts";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MAX_RULE_CONDITIONS, MAX_RULE_REGISTERS } from "#domain/alarms/rule-choices.ts";
import type { AlarmRules } from "./alarm-data.ts";

/** The operator's rules that cover only some of the values with their name, because a limit is reached. */
export function OperatorRules({ rules }: { rules: AlarmRules["incomplete"] }) {
  const { t } = useTranslation("alarms");
  if (rules.length === 0) return null;
  const limits = { one: MAX_RULE_REGISTERS, all: MAX_RULE_CONDITIONS };
  return (
    <Section stacked title={t("operatorRules.title")} text={t("operatorRules.text", limits)}>
      <Rules>
        {rules.map(({ ruleId, name, covered, registers }) => (
          <li key={ruleId}>
            <div data-name>
              <strong>
                <bdi>{name}</bdi>
              </strong>
            </div>
            <div data-limits>
              <span>{t("operatorRules.covered", { covered, count: registers })}</span>
            </div>
          </li>
        ))}
      </Rules>
    </Section>
  );
}
