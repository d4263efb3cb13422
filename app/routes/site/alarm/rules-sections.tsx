import { Button } from "@chakra-ui/react";
import type { ChangeEvent } from "react";
import { Link } from "react-router";
import { joinNames } from "#app/alarms/rules/join-names.ts";
import { RemoveRuleButton } from "#app/alarms/rules/remove-rule-button.tsx";
import { OpenedRule } from "#app/alarms/rules/rule-form.tsx";
import { RuleOutcome } from "#app/alarms/rules/rule-outcome.tsx";
import { RuleRow } from "#app/alarms/rules/rule-row.tsx";
import { Rules } from "#app/alarms/rules/styles.ts";
import { Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Switch } from "#app/ui/switch.tsx";
import { MAX_CUSTOM_RULES } from "#domain/alarms/rule-choices.ts";
import {
  type AlarmExtra,
  type AlarmRules,
  type AlarmSite,
  type Rule,
  rulesAddress,
} from "./alarm-data.ts";
import { Empty } from "./styles.ts";
import {
  useRegisterNames,
  useRegisters,
  useRuleConditions,
  useRuleTitle,
} from "./use-rule-names.ts";

type RulesSectionsProps = { rules: AlarmRules; site: AlarmSite };

/** The ten standard limits, and the rules that users made. */
export function RulesSections({ rules, site }: RulesSectionsProps) {
  const { t } = useTranslation("alarms");
  const rowOf = useRow(rules.version, site);
  const standard = rules.limits.filter(({ alarmType }) => alarmType !== "custom");
  const own = rules.limits.filter(({ alarmType }) => alarmType === "custom");
  return (
    <>
      <Section
        stacked
        title={t("rules.title")}
        text={t("rules.text")}
        aside={
          site.mayEdit &&
          own.length < MAX_CUSTOM_RULES && (
            <Button asChild size="sm">
              <Link to={rulesAddress(site, { rule: "new" })}>{t("rules.add")}</Link>
            </Button>
          )
        }
      >
        {own.length === 0 ? <Empty>{t("rules.empty")}</Empty> : <Rules>{own.map(rowOf)}</Rules>}
        {own.length >= MAX_CUSTOM_RULES && (
          <Empty>{t("rules.full", { limit: MAX_CUSTOM_RULES })}</Empty>
        )}
      </Section>
      <Section stacked title={t("limits.title")} text={t("limits.text")}>
        <Rules>{standard.map(rowOf)}</Rules>
      </Section>
    </>
  );
}

/** Renders a rule; names come from the live connection once it is there. */
function useRow(version: number, site: AlarmSite) {
  const { t } = useTranslation("alarms");
  const registers = useRegisters();
  const namesOf = useRegisterNames(registers);
  const titleOf = useRuleTitle(namesOf);
  const conditionsOf = useRuleConditions(registers);
  const placeOf = ({ address, addresses, alarmType }: Rule) => {
    if (address === null) return t("rule.unbound");
    const { name, equipment } = namesOf(address);
    const place = alarmType === "custom" ? joinNames(name, equipment) : joinNames(equipment, name);
    return addresses.length === 0
      ? place
      : `${place} ${t("rule.more", { count: addresses.length })}`;
  };
  return (rule: Rule) => {
    const title = titleOf(rule);
    return (
      <RuleRow
        key={rule.ruleId}
        rule={rule}
        title={title}
        place={placeOf(rule)}
        conditions={conditionsOf(rule)}
        marks={rule.monitor === "disabled" && <span>{t("editor.monitors.disabled")}</span>}
        control={
          site.mayEdit ? <RuleSwitch rule={rule} version={version} title={title} /> : undefined
        }
        editAddress={site.mayEdit ? rulesAddress(site, { rule: rule.ruleId }) : undefined}
      >
        {rule.alarmType === "custom" && (
          <RemoveRuleButton
            rule={rule}
            version={version}
            title={title}
            question={t("rule.removeText")}
            submit={t("rule.removeSubmit")}
          />
        )}
      </RuleRow>
    );
  };
}

type RuleFormProps = { rule: Rule; version: number; title: string };

/** Switch that takes effect at once. */
function RuleSwitch({ rule, version, title }: RuleFormProps) {
  const { t } = useTranslation("alarms");
  const { Form, submit, result, outcome } = useOwnForm<AlarmExtra>(null, {
    owns: ({ intent, values }) => intent === "switch" && values.ruleId === String(rule.ruleId),
  });
  const save = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    void submit(currentTarget.form);
  return (
    <>
      <div data-switch>
        <Form method="post">
          <input type="hidden" name="intent" value="switch" />
          <OpenedRule rule={rule} version={result?.conflict?.version ?? version} />
          <Switch>
            <input
              key={String(rule.isOpen)}
              type="checkbox"
              name="isOpen"
              defaultChecked={rule.isOpen}
              aria-label={t("rule.on", { name: title })}
              onChange={save}
            />
          </Switch>
        </Form>
      </div>
      <div data-outcome>
        <RuleOutcome result={outcome} unit={rule.unit} />
      </div>
    </>
  );
}
