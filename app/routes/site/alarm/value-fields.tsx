import { TypedValues } from "#app/alarms/rules/rule-fields.tsx";
import { VALUE_FIELD } from "#app/alarms/rules/rule-input.ts";
import { Checks } from "#app/forms/checks.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { useOptionWord } from "../realtime/use-register-value.ts";
import type { AlarmResult } from "./alarm-data.ts";

type ValueFieldsProps = {
  /** Words of the values; absent for a text register. */
  options: Readonly<Record<string, string>> | undefined;
  /** Whether the live connection has yet to describe the values. */
  isLoading: boolean;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
  result: AlarmResult | null | undefined;
};

/** The values of an enum or text register that raise the alarm. */
export function ValueFields({ options, isLoading, chosen, onChange, result }: ValueFieldsProps) {
  const { t } = useTranslation("alarms");
  const problemText = useProblemText();
  const translateOption = useOptionWord();
  const error = result?.problem?.fields.isOneOf;
  if (isLoading)
    return (
      <div>
        {/* Sent as they are until they have words. */}
        <input type="hidden" name="texts" value={chosen.join("\n")} />
        <p role="status">{t("editor.searching")}</p>
      </div>
    );
  if (options === undefined || Object.keys(options).length === 0)
    return (
      <TypedValues
        label={t("editor.texts")}
        hint={t("editor.textsHint")}
        dir="auto"
        values={chosen}
        onChange={onChange}
        result={result}
      />
    );
  return (
    <fieldset aria-invalid={error !== undefined || undefined} tabIndex={-1}>
      <legend>{t("editor.values")}</legend>
      <Checks>
        {Object.entries(options).map(([value, word]) => (
          <label key={value}>
            <input
              type="checkbox"
              name={VALUE_FIELD + value}
              checked={chosen.includes(value)}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked
                    ? [...chosen, value]
                    : chosen.filter((one) => one !== value),
                )
              }
            />
            <bdi>{translateOption(word)}</bdi>
          </label>
        ))}
      </Checks>
      {error && <p role="alert">{problemText(error)}</p>}
    </fieldset>
  );
}
