import { useTranslation } from "#app/i18n/use-translation.ts";
import { valueText } from "../value-text.ts";

type Limits = {
  unit?: string | undefined;
  lowAlarm: number | null;
  highAlarm: number | null;
  isOneOf: readonly (string | number)[] | null;
};

/**
 * Conditions that raise the alarm of a rule, in short texts.
 * @returns a function of the rule and, for one on states, of the words of its values
 */
export function useConditionTexts(): (
  rule: Limits,
  translate?: (value: string | number) => string,
) => string[] {
  const { t, i18n } = useTranslation("alarms");
  return ({ unit = null, lowAlarm, highAlarm, isOneOf }, translate = String) => {
    if (isOneOf !== null) return [t("rule.isOneOf", { values: isOneOf.map(translate).join(", ") })];
    const low = valueText(lowAlarm, unit, i18n.language);
    const high = valueText(highAlarm, unit, i18n.language);
    return [
      ...(low === null ? [] : [t("rule.below", { limit: low })]),
      ...(high === null ? [] : [t("rule.above", { limit: high })]),
    ];
  };
}
