import { type RuleInput, readRuleInput } from "#app/alarms/rules/rule-input.ts";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { findLimitFaults } from "#domain/alarms/check-limits.ts";
import type { AlarmSite, Rule } from "./alarm-data.ts";
import type { Monitored } from "./use-monitored.ts";

/** Pause after the last change before alarms are counted, ms. */
const DEBOUNCE_MS = 500;

type RulePreviewProps = {
  site: AlarmSite;
  rule: Rule | null;
  register: string | null;
  monitored: Monitored;
  input: RuleInput;
};

/** Number of alarms that the rule would have raised in the last week. */
export function RulePreview({ site, rule, register, monitored, input }: RulePreviewProps) {
  const { t } = useTranslation("alarms");
  const { unit, allowed } = monitored;
  const { rule: typed, faults } = readRuleInput(input);
  const limitFaults = typed.isOneOf === null ? findLimitFaults({ ...typed, ...allowed }) : {};
  const isComplete =
    register !== null && Object.keys(faults).length === 0 && Object.keys(limitFaults).length === 0;
  const preview = useApiQuery(
    "POST /site/v2/alarm/rule/preview",
    isComplete
      ? {
          siteKey: site.key,
          rule: {
            ...typed,
            ...allowed,
            ...(rule !== null && { ruleId: rule.ruleId }),
            alarmType: rule?.alarmType ?? ("custom" as const),
            address: register,
            unit,
            // A rule that is off is previewed as if it were on.
            isOpen: true,
            monitor: "all" as const,
          },
        }
      : null,
    { debounceMs: DEBOUNCE_MS, keepPrevious: true },
  );
  const { data, isLoading, refusal } = preview;
  const text = !isComplete
    ? t(
        Object.values(limitFaults).some((one) => one?.message === "limitOrder")
          ? "editor.order"
          : "editor.previewWaits",
      )
    : refusal !== null
      ? t("editor.previewFailed")
      : data === null
        ? t("editor.previewLoading")
        : t("editor.preview", { count: data.alarms });
  return (
    <Preview role="status" aria-busy={isLoading}>
      <Icon name="bell" />
      <span>{text}</span>
    </Preview>
  );
}

const Preview = styled("p", {
  display: "flex",
  alignItems: "center",
  gap: "2.5",
  px: "3.5",
  py: "2.5",
  borderRadius: "md",
  bg: "info.wash",
  color: "info",
  fontWeight: "medium",
});
