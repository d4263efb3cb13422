import { useId, useState } from "react";
import { useNavigate } from "react-router";
import {
  DurationFields,
  LevelField,
  LimitInputs,
  NameField,
  TypedValues,
} from "#app/alarms/rules/rule-fields.tsx";
import { RuleForm } from "#app/alarms/rules/rule-form.tsx";
import { SelectField, SwitchField, TextField } from "#app/forms/fields.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useRegisterName } from "#app/routes/site/realtime/use-register-name.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { MAX_REGISTER_NAME } from "#domain/alarms/rule-choices.ts";
import { KNOWN_REGISTERS } from "./known-registers.ts";
import {
  inputOfPlatformRule,
  inputOfPlatformValues,
  NEW_PLATFORM_RULE,
  type PlatformInput,
} from "./rule-input.ts";
import { type PlatformExtra, type PlatformRule, platformRuleAddress } from "./rules-data.ts";

type PlatformRuleFormProps = {
  /** Version of the rules on which the change is based. */
  version: number;
  /** Null for a new rule. */
  rule: PlatformRule | null;
};

/** Edits a rule for all sites. */
export function PlatformRuleForm({ version, rule }: PlatformRuleFormProps) {
  const { t } = useTranslation(["platform", "alarms"]);
  const navigate = useNavigate();
  // Each rule has its own draft.
  const own = useOwnForm<PlatformExtra>(`rule ${rule?.ruleId ?? "new"}`, {
    resets: false,
    owns: ({ intent }) => intent === "rule",
    onDone: () => void navigate(platformRuleAddress()),
  });
  const { result } = own;
  const [input, setInput] = useState<PlatformInput>(() =>
    result?.problem
      ? inputOfPlatformValues(result.values)
      : rule === null
        ? NEW_PLATFORM_RULE
        : inputOfPlatformRule(rule),
  );
  const onChange = (changes: Partial<PlatformInput>) =>
    setInput((before) => ({ ...before, ...changes }));
  const shared = { input, onChange, result };
  return (
    <RuleForm
      title={
        rule === null
          ? t("editor.new")
          : t("alarms:editor.edit", { name: rule.name || rule.registerName })
      }
      text={t("rules.text")}
      listAddress={platformRuleAddress()}
      own={own}
      version={version}
      rule={rule}
      unit={input.unit}
      submit={t("editor.save")}
    >
      <div data-fields>
        <RegisterField {...shared} />
        <TextField
          name="unit"
          label={t("alarms:fields.unit")}
          dir="ltr"
          autoComplete="off"
          value={input.unit}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
          result={result}
        />
      </div>
      <ConditionFields {...shared} />
      <div data-fields>
        <DurationFields {...shared} hasValues={input.isOneOf !== null} />
        <LevelField {...shared} />
        <NameField {...shared} />
      </div>
      <SwitchField name="isOpen" label={t("alarms:fields.isOpen")} on={input.isOpen} />
    </RuleForm>
  );
}

type FieldsProps = {
  input: PlatformInput;
  onChange: (changes: Partial<PlatformInput>) => void;
  result: ReturnType<typeof useOwnForm<PlatformExtra>>["result"];
};

/** The name of the monitored register; a known one fills in its unit and bounds. */
function RegisterField({ input, onChange, result }: FieldsProps) {
  const { t } = useTranslation(["platform", "alarms"]);
  const registerName = useRegisterName();
  const id = useId();
  const choose = (name: string) => {
    const known = KNOWN_REGISTERS.find((register) => register.name === name);
    const bound = (typed: string, usual: number | undefined) =>
      typed === "" && usual !== undefined ? String(usual) : typed;
    onChange({
      registerName: name,
      ...(known && {
        unit: input.unit || known.unit,
        min: bound(input.min, known.min),
        max: bound(input.max, known.max),
      }),
    });
  };
  return (
    <div>
      <TextField
        name="registerName"
        label={t("alarms:fields.registerName")}
        hint={t("editor.registerHint")}
        dir="ltr"
        autoComplete="off"
        list={id}
        limit={MAX_REGISTER_NAME}
        value={input.registerName}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        result={result}
      />
      <datalist id={id}>
        {KNOWN_REGISTERS.map(({ name }) => (
          <option key={name} value={name}>
            {registerName({ name, register: "" })}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** Limits or numbers of states. Without scripts both are shown, and the chosen condition decides. */
function ConditionFields({ input, onChange, result }: FieldsProps) {
  const { t } = useTranslation(["platform", "alarms"]);
  const isHydrated = useHydrated();
  const hasValues = input.isOneOf !== null;
  const bounds = ["min", "max"] as const;
  return (
    <>
      <SelectField
        name="kind"
        label={t("editor.kind")}
        value={hasValues ? "values" : "limits"}
        onChange={(kind) => onChange({ isOneOf: kind === "values" ? (input.isOneOf ?? []) : null })}
        result={result}
      >
        <option value="limits">{t("editor.kinds.limits")}</option>
        <option value="values">{t("editor.kinds.values")}</option>
      </SelectField>
      {!(isHydrated && hasValues) && (
        <fieldset>
          <legend>{t("editor.limits")}</legend>
          <div data-fields>
            {bounds.map((name) => (
              <TextField
                key={name}
                name={name}
                label={t(`alarms:fields.${name}`)}
                inputMode="decimal"
                dir="ltr"
                autoComplete="off"
                value={input[name]}
                onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
                result={result}
              />
            ))}
          </div>
          <LimitInputs input={input} unit={input.unit} onChange={onChange} result={result} />
          <p data-hint>{t("editor.limitsHint")}</p>
        </fieldset>
      )}
      {(!isHydrated || hasValues) && (
        <TypedValues
          label={t("editor.values")}
          hint={t("editor.valuesHint")}
          dir="ltr"
          values={input.isOneOf ?? []}
          // Before hydration the field is shown for limits, too.
          onChange={(values) => hasValues && onChange({ isOneOf: values })}
          result={result}
        />
      )}
    </>
  );
}
