import { Button, Input } from "@chakra-ui/react";
import { useId, useState } from "react";
import { Link, useNavigate } from "react-router";
import { FieldFrame, SelectField, SwitchField, TextField } from "#app/forms/fields.tsx";
import { Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LIMIT_NAMES, linesOf } from "#app/routes/site/alarm/rule-input.ts";
import { EditorFrame } from "#app/routes/site/alarm/styles.ts";
import { useRegisterName } from "#app/routes/site/realtime/use-register-name.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { MAX_REGISTER_NAME, MAX_RULE_NAME, RULE_LEVELS } from "#domain/alarms/rule-choices.ts";
import { KNOWN_REGISTERS } from "./known-registers.ts";
import {
  inputOfPlatformRule,
  inputOfPlatformValues,
  NEW_PLATFORM_RULE,
  type PlatformInput,
} from "./rule-input.ts";
import { RuleOutcome } from "./rule-outcome.tsx";
import { type PlatformExtra, type PlatformRule, platformRuleAddress } from "./rules-data.ts";

type RuleFormProps = {
  /** Version of the rules on which the change is based. */
  version: number;
  /** Null for a new rule. */
  rule: PlatformRule | null;
};

/** Edits a rule for all sites. */
export function RuleForm({ version, rule }: RuleFormProps) {
  const { t } = useTranslation(["platform", "alarms", "common"]);
  const navigate = useNavigate();
  const { Form, form, busy, result, outcome } = useOwnForm<PlatformExtra>("rule", {
    resets: false,
    onDone: () => void navigate(platformRuleAddress()),
  });
  const [input, setInput] = useState<PlatformInput>(() =>
    result?.problem
      ? inputOfPlatformValues(result.values)
      : rule === null
        ? NEW_PLATFORM_RULE
        : inputOfPlatformRule(rule),
  );
  const change = (changes: Partial<PlatformInput>) =>
    setInput((before) => ({ ...before, ...changes }));
  const field = (name: keyof PlatformInput) => ({
    name,
    result,
    value: String(input[name] ?? ""),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <Section
      stacked
      title={
        rule === null
          ? t("editor.new")
          : t("alarms:editor.edit", { name: rule.name || rule.registerName })
      }
      text={t("rules.text")}
      aside={
        <Button asChild size="sm" variant="outline" colorPalette="gray">
          <Link to={platformRuleAddress()}>{t("alarms:editor.back")}</Link>
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
        <EditorFrame>
          <div data-fields>
            <RegisterField input={input} onChange={change} result={result} />
            <TextField {...field("unit")} label={t("editor.unit")} dir="ltr" autoComplete="off" />
          </div>
          <ConditionFields input={input} onChange={change} result={result} />
          <div data-fields>
            <TextField
              {...field("sustainTime")}
              label={t("alarms:fields.sustainTimeUnit")}
              hint={t("alarms:editor.sustainHint")}
              inputMode="numeric"
              dir="ltr"
            />
            <TextField
              {...field("notifyAfter")}
              label={t("alarms:fields.notifyAfterUnit")}
              hint={t("alarms:editor.notifyHint")}
              inputMode="numeric"
              dir="ltr"
            />
            <SelectField
              name="level"
              result={result}
              label={t("alarms:fields.level")}
              value={input.level}
              onChange={(level) => change({ level: level === "warning" ? level : "fault" })}
            >
              {RULE_LEVELS.map((one) => (
                <option key={one} value={one}>
                  {t(`common:alarm.${one}`)}
                </option>
              ))}
            </SelectField>
            <TextField
              {...field("name")}
              label={t("alarms:fields.nameOptional")}
              hint={t("alarms:editor.nameHint")}
              dir="auto"
              limit={MAX_RULE_NAME}
            />
          </div>
          <SwitchField name="isOpen" label={t("alarms:fields.isOpen")} on={input.isOpen} />
          <RuleOutcome result={outcome} />
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
              <Link to={platformRuleAddress()}>{t("common:actions.cancel")}</Link>
            </Button>
          </div>
        </EditorFrame>
      </Form>
    </Section>
  );
}

type FieldsProps = {
  input: PlatformInput;
  onChange: (changes: Partial<PlatformInput>) => void;
  result: ReturnType<typeof useOwnForm<PlatformExtra>>["result"];
};

/** The name of the monitored register; a known one fills in its unit and bounds. */
function RegisterField({ input, onChange, result }: FieldsProps) {
  const { t } = useTranslation("platform");
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
        label={t("editor.register")}
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
                label={t(`editor.${name}`)}
                inputMode="decimal"
                dir="ltr"
                autoComplete="off"
                value={input[name]}
                onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
                result={result}
              />
            ))}
          </div>
          <div data-limits>
            {LIMIT_NAMES.map((name) => (
              <TextField
                key={name}
                name={name}
                label={
                  input.unit === ""
                    ? t(`alarms:fields.${name}`)
                    : t("alarms:fields.withUnit", {
                        field: t(`alarms:fields.${name}`),
                        unit: input.unit,
                      })
                }
                inputMode="decimal"
                dir="ltr"
                autoComplete="off"
                value={input[name]}
                onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
                result={result}
              />
            ))}
          </div>
          <p data-hint>{t("editor.limitsHint")}</p>
        </fieldset>
      )}
      {(!isHydrated || hasValues) && (
        <FieldFrame
          name="isOneOf"
          label={t("editor.values")}
          hint={t("editor.valuesHint")}
          result={result}
        >
          <Input asChild h="auto" py="2" resize="vertical">
            <textarea
              name="texts"
              dir="ltr"
              rows={4}
              defaultValue={(input.isOneOf ?? []).join("\n")}
              onChange={({ currentTarget }) =>
                // Before hydration the field is shown for limits, too.
                hasValues && onChange({ isOneOf: linesOf(currentTarget.value) })
              }
            />
          </Input>
        </FieldFrame>
      )}
    </>
  );
}
