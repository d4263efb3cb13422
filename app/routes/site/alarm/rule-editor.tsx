import { useNavigate } from "react-router";
import { DurationFields, LevelField, NameField } from "#app/alarms/rules/rule-fields.tsx";
import { RuleForm } from "#app/alarms/rules/rule-form.tsx";
import { SelectField, SwitchField } from "#app/forms/fields.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { RULE_MONITORS } from "#domain/alarms/rule-choices.ts";
import { type AlarmExtra, type AlarmSite, type Rule, rulesAddress } from "./alarm-data.ts";
import { LimitFields } from "./limit-fields.tsx";
import { OtherDevices } from "./other-devices.tsx";
import { RulePreview } from "./rule-preview.tsx";
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
  // Each rule has its own draft.
  const own = useOwnForm<AlarmExtra>(`rule ${rule?.ruleId ?? register}`, {
    resets: false,
    owns: ({ intent }) => intent === "rule",
    onDone: () => void navigate(rulesAddress(site)),
  });
  const { result } = own;
  const { input, change } = useRuleInput(rule, result);
  const monitored = useMonitored(register, rule);
  const { unit, allowed, title, place, options, isStates } = monitored;
  const hasValues = rule === null ? isStates : rule.isOneOf !== null;
  const isOneOf = hasValues ? (input.isOneOf ?? []) : null;
  const isHydrated = useHydrated();
  const shared = { input, onChange: change, result };
  return (
    <RuleForm
      title={rule === null ? t("editor.new") : t("editor.edit", { name: title })}
      text={place}
      listAddress={rulesAddress(site)}
      own={own}
      version={version}
      rule={rule}
      unit={unit}
      submit={t("editor.save")}
      done={t("saved")}
    >
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
        <DurationFields {...shared} hasValues={hasValues} />
        <LevelField {...shared} />
        <SelectField
          result={result}
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
      {(rule === null || rule.alarmType === "custom") && <NameField {...shared} />}
      <SwitchField name="isOpen" label={t("fields.isOpen")} on={input.isOpen} />
    </RuleForm>
  );
}
