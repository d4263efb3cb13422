import { Input } from "@chakra-ui/react";
import { FieldFrame, SelectField, TextField } from "#app/forms/fields.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MAX_RULE_NAME, RULE_LEVELS } from "#domain/alarms/rule-choices.ts";
import { DURATION_NAMES, LIMIT_NAMES, linesOf, type RuleInput } from "./rule-input.ts";

type FieldsProps = {
  onChange: (changes: Partial<RuleInput>) => void;
  result: Refusable;
};

type LimitInputsProps = FieldsProps & {
  input: Pick<RuleInput, (typeof LIMIT_NAMES)[number]>;
  unit: string;
  onBlur?: () => void;
};

/** The four limits of a rule, from the lowest to the highest. */
export function LimitInputs({ input, unit, onChange, onBlur, result }: LimitInputsProps) {
  const { t } = useTranslation("alarms");
  return (
    <div data-limits>
      {LIMIT_NAMES.map((name) => {
        const field = t(`fields.${name}`);
        return (
          <TextField
            key={name}
            name={name}
            label={unit === "" ? field : t("fields.withUnit", { field, unit })}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={input[name]}
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
            {...(onBlur && { onBlur })}
            result={result}
          />
        );
      })}
    </div>
  );
}

type DurationFieldsProps = FieldsProps & {
  input: Pick<RuleInput, (typeof DURATION_NAMES)[number]>;
  /** Whether the rule compares a state instead of a number. */
  hasValues: boolean;
};

/** How long the condition must hold, and how long a notification waits, s. */
export function DurationFields({ input, hasValues, onChange, result }: DurationFieldsProps) {
  const { t } = useTranslation("alarms");
  const hints = {
    sustainTime: t(hasValues ? "editor.sustainValueHint" : "editor.sustainHint"),
    notifyAfter: t("editor.notifyHint"),
  };
  return DURATION_NAMES.map((name) => (
    <TextField
      key={name}
      name={name}
      label={t(`fields.${name}Unit`)}
      hint={hints[name]}
      errorText={
        name === "notifyAfter" && input.notifyAfter.trim() !== ""
          ? t("editor.notifyTime")
          : undefined
      }
      inputMode="numeric"
      dir="ltr"
      value={input[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      result={result}
    />
  ));
}

type LevelFieldProps = FieldsProps & { input: Pick<RuleInput, "level"> };

export function LevelField({ input, onChange, result }: LevelFieldProps) {
  const { t } = useTranslation(["alarms", "common"]);
  return (
    <SelectField
      name="level"
      label={t("fields.level")}
      value={input.level}
      onChange={(level) => onChange({ level: level === "warning" ? level : "fault" })}
      result={result}
    >
      {RULE_LEVELS.map((one) => (
        <option key={one} value={one}>
          {t(`common:alarm.${one}`)}
        </option>
      ))}
    </SelectField>
  );
}

type NameFieldProps = FieldsProps & { input: Pick<RuleInput, "name"> };

export function NameField({ input, onChange, result }: NameFieldProps) {
  const { t } = useTranslation("alarms");
  return (
    <TextField
      name="name"
      label={t("fields.nameOptional")}
      hint={t("editor.nameHint")}
      dir="auto"
      limit={MAX_RULE_NAME}
      value={input.name}
      onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      result={result}
    />
  );
}

type TypedValuesProps = {
  label: string;
  hint: string;
  dir: "auto" | "ltr";
  values: readonly string[];
  onChange: (values: string[]) => void;
  result: Refusable;
};

/** Values that raise the alarm, typed one on each line. */
export function TypedValues({ label, hint, dir, values, onChange, result }: TypedValuesProps) {
  return (
    <FieldFrame name="isOneOf" label={label} hint={hint} result={result}>
      <Input asChild h="auto" py="2" resize="vertical">
        <textarea
          name="texts"
          dir={dir}
          rows={4}
          defaultValue={values.join("\n")}
          onChange={({ currentTarget }) => onChange(linesOf(currentTarget.value))}
        />
      </Input>
    </FieldFrame>
  );
}
