import { Button } from "@chakra-ui/react";
import { type ChangeEvent, useLayoutEffect } from "react";
import { Link } from "react-router";
import { LevelMark } from "#app/alarms/level-mark.tsx";
import { useDurationText } from "#app/alarms/use-duration-text.ts";
import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Switch } from "#app/ui/switch.tsx";
import { MAX_CUSTOM_RULES } from "#domain/alarms/rule-choices.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import {
  type AlarmExtra,
  type AlarmRules,
  type AlarmSite,
  type Rule,
  rulesAddress,
} from "./alarm-data.ts";
import { RuleOutcome } from "./rule-outcome.tsx";
import { Empty, Rules } from "./styles.ts";
import {
  useConditionTexts,
  useRegisterNames,
  useRegisters,
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
  const conditionsOf = useConditionTexts(registers);
  const duration = useDurationText();
  const placeOf = ({ address, addresses, alarmType }: Rule) => {
    if (address === null) return t("rule.unbound");
    const { name, equipment } = namesOf(address);
    const place = alarmType === "custom" ? `${name} · ${equipment}` : `${equipment} · ${name}`;
    return addresses.length === 0
      ? place
      : `${place} ${t("rule.more", { count: addresses.length })}`;
  };
  return (rule: Rule) => {
    const title = titleOf(rule);
    const conditions = conditionsOf(rule);
    return (
      <li key={rule.ruleId} data-off={!rule.isOpen || undefined}>
        <div data-name>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          <small>
            <bdi>{placeOf(rule)}</bdi>
          </small>
        </div>
        <div data-limits>
          {conditions.length === 0 && <span>{t("rule.noLimits")}</span>}
          {conditions.map((text) => (
            <span key={text}>{text}</span>
          ))}
          {rule.sustainTime > 0 && (
            <span>{t("rule.sustained", { time: duration(rule.sustainTime * SECOND_MS) })}</span>
          )}
          <LevelMark level={rule.level} />
          {rule.monitor === "disabled" && <span>{t("editor.monitors.disabled")}</span>}
        </div>
        {site.mayEdit ? (
          <RuleSwitch rule={rule} version={version} title={title} />
        ) : (
          <div data-switch>{t(rule.isOpen ? "on" : "off")}</div>
        )}
        {site.mayEdit && (
          <div data-buttons>
            <Button asChild size="xs" variant="outline" colorPalette="gray">
              <Link
                to={rulesAddress(site, { rule: rule.ruleId })}
                aria-label={t("rule.editOne", { name: title })}
              >
                {t("rule.edit")}
              </Link>
            </Button>
            {rule.alarmType === "custom" && (
              <RemoveButton rule={rule} version={version} title={title} />
            )}
          </div>
        )}
      </li>
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
          <input type="hidden" name="ruleId" value={rule.ruleId} />
          <input type="hidden" name="version" value={result?.conflict?.version ?? version} />
          <input type="hidden" name="opened" value={JSON.stringify(rule)} />
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
        <RuleOutcome result={outcome} done="" unit={rule.unit} />
      </div>
    </>
  );
}

/** Deletes a rule after its effect was named. */
function RemoveButton({ rule, version, title }: RuleFormProps) {
  const { t } = useTranslation("alarms");
  const own = useOwnForm<AlarmExtra>(null, {
    owns: ({ intent, values }) => intent === "remove" && values.ruleId === String(rule.ruleId),
  });
  const { form, result, outcome } = own;
  // The row is removed with the focus, which the heading takes.
  useLayoutEffect(() => {
    const row = form.current?.closest("li");
    const heading = row?.closest("section")?.querySelector<HTMLElement>("h2");
    return () => {
      if (row?.contains(document.activeElement)) heading?.focus();
    };
  }, [form]);
  return (
    <ConfirmButton
      size="xs"
      text={t("rule.remove")}
      label={t("rule.removeOne", { name: title })}
      question={t("rule.removeText")}
      submit={t("rule.removeSubmit")}
      intent="remove"
      own={own}
      fields={
        <>
          <input type="hidden" name="ruleId" value={rule.ruleId} />
          <input type="hidden" name="version" value={result?.conflict?.version ?? version} />
          <input type="hidden" name="opened" value={JSON.stringify(rule)} />
        </>
      }
    >
      <RuleOutcome result={outcome} done="" unit={rule.unit} />
    </ConfirmButton>
  );
}
