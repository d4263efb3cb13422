import { Button } from "@chakra-ui/react";
import { Link, useNavigate } from "react-router";
import { SelectField, SwitchField, TextField } from "#app/forms/fields.tsx";
import { Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { MAX_RULE_NAME, RULE_LEVELS, RULE_MONITORS } from "#domain/alarms/rule-choices.ts";
import { type AlarmExtra, type AlarmSite, type Rule, rulesAddress } from "./alarm-data.ts";
import { LimitFields } from "./limit-fields.tsx";
import { OtherDevices } from "./other-devices.tsx";
import { RuleOutcome } from "./rule-outcome.tsx";
import { RulePreview } from "./rule-preview.tsx";
import { EditorFrame } from "./styles.ts";
import { useMonitored } from "./use-monitored.ts";
import { useRuleInput } from "./use-rule-input.ts";
import { ValueFields } from "./value-fields.tsx";

type RuleEditorProps = {
  site: AlarmSite;
  /** Version of the rules on which the change is based. */
  version: number;
  /** Null for a new rule. */
  rule: Rule | null;
  /** Address of the monitored register; null while the site has none for a standard limit. */
  register: string | null;
};

/** Edits one rule: its limits over the recent curve, or its values, with a preview of its alarms. */
export function RuleEditor({ site, version, rule, register }: RuleEditorProps) {
  const { t } = useTranslation(["alarms", "common"]);
  const navigate = useNavigate();
  const { Form, form, busy, result, outcome } = useOwnForm<AlarmExtra>("rule", {
    resets: false,
    onDone: () => void navigate(rulesAddress(site)),
  });
  const { input, change } = useRuleInput(rule, result);
  const monitored = useMonitored(register, rule);
  const { unit, allowed, title, place, options, isStates } = monitored;
  const hasValues = rule === null ? isStates : rule.isOneOf !== null;
  const isOneOf = hasValues ? (input.isOneOf ?? []) : null;
  const isHydrated = useHydrated();
  const field = { result };
  return (
    <Section
      stacked
      title={rule === null ? t("editor.new") : t("editor.edit", { name: title })}
      text={place}
      aside={
        <Button asChild size="sm" variant="outline" colorPalette="gray">
          <Link to={rulesAddress(site)}>{t("editor.back")}</Link>
        </Button>
      }
    >
      <Form method="post" ref={form} noValidate>
        <input type="hidden" name="version" value={result?.conflict?.version ?? version} />
        {rule !== null && (
          <>
            <input type="hidden" name="ruleId" value={rule.ruleId} />
            <input type="hidden" name="opened" value={JSON.stringify(rule)} />
          </>
        )}
        {rule === null && (
          <>
            <input type="hidden" name="address" value={register ?? ""} />
            {monitored.isKnown && <input type="hidden" name="unit" value={unit} />}
            {monitored.hasBounds && (
              <>
                <input type="hidden" name="min" value={allowed.min} />
                <input type="hidden" name="max" value={allowed.max} />
              </>
            )}
          </>
        )}
        <input type="hidden" name="kind" value={hasValues ? "values" : "limits"} />
        <EditorFrame>
          {hasValues ? (
            <ValueFields
              options={options}
              isLoading={isHydrated && monitored.isLoading}
              chosen={isOneOf ?? []}
              onChange={(values) => change({ isOneOf: values })}
              result={result}
            />
          ) : (
            <LimitFields
              site={site}
              register={register}
              monitored={monitored}
              input={input}
              onChange={change}
              result={result}
            />
          )}
          <RulePreview
            site={site}
            rule={rule}
            register={register}
            monitored={monitored}
            input={{ ...input, isOneOf }}
          />
          <OtherDevices
            register={register}
            chosen={input.addresses}
            onChange={(addresses) => change({ addresses })}
          />
          <div data-fields>
            <TextField
              {...field}
              name="sustainTime"
              label={t("fields.sustainTimeUnit")}
              hint={t(hasValues ? "editor.sustainValueHint" : "editor.sustainHint")}
              inputMode="numeric"
              dir="ltr"
              value={input.sustainTime}
              onChange={({ currentTarget }) => change({ sustainTime: currentTarget.value })}
            />
            <TextField
              {...field}
              name="notifyAfter"
              label={t("fields.notifyAfterUnit")}
              hint={t("editor.notifyHint")}
              errorText={input.notifyAfter.trim() === "" ? undefined : t("editor.notifyTime")}
              inputMode="numeric"
              dir="ltr"
              value={input.notifyAfter}
              onChange={({ currentTarget }) => change({ notifyAfter: currentTarget.value })}
            />
            <SelectField
              {...field}
              name="level"
              label={t("fields.level")}
              value={input.level}
              onChange={(level) => change({ level: level === "warning" ? level : "fault" })}
            >
              {RULE_LEVELS.map((one) => (
                <option key={one} value={one}>
                  {t(`common:alarm.${one}`)}
                </option>
              ))}
            </SelectField>
            <SelectField
              {...field}
              name="monitor"
              label={t("fields.monitor")}
              value={input.monitor}
              onChange={(monitor) =>
                change({ monitor: RULE_MONITORS.find((one) => one === monitor) ?? "all" })
              }
            >
              {RULE_MONITORS.map((one) => (
                <option key={one} value={one}>
                  {t(`editor.monitors.${one}`)}
                </option>
              ))}
            </SelectField>
          </div>
          {(rule === null || rule.alarmType === "custom") && (
            <TextField
              {...field}
              name="name"
              label={t("fields.nameOptional")}
              hint={t("editor.nameHint")}
              dir="auto"
              limit={MAX_RULE_NAME}
              value={input.name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          )}
          <SwitchField name="isOpen" label={t("fields.isOpen")} on={input.isOpen} />
          <RuleOutcome result={outcome} done={t("saved")} unit={unit} />
          <div data-buttons>
            <Button
              type="submit"
              name="intent"
              value="rule"
              aria-disabled={busy}
              opacity={busy ? 0.6 : 1}
              onClick={(event) => busy && event.preventDefault()}
            >
              {t("editor.save")}
            </Button>
            <Button asChild variant="outline" colorPalette="gray">
              <Link to={rulesAddress(site)}>{t("common:actions.cancel")}</Link>
            </Button>
          </div>
        </EditorFrame>
      </Form>
    </Section>
  );
}
