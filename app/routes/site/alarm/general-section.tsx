import { RuleOutcome } from "#app/alarms/rules/rule-outcome.tsx";
import { SelectField, SwitchField, TextField } from "#app/forms/fields.tsx";
import { Pair, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import {
  AUTO_LEVELS,
  MAX_ALLOWED_GAP,
  MAX_EMAIL_INTERVAL,
  MIN_ALLOWED_GAP,
  MIN_EMAIL_INTERVAL,
} from "#domain/alarms/rule-choices.ts";
import type { AlarmExtra, AlarmRules, AlarmSite } from "./alarm-data.ts";
import { Facts, Hint } from "./styles.ts";

type GeneralSectionProps = { rules: AlarmRules; site: AlarmSite };

/** Settings of the whole site: missing data, events of devices, and the interval of e-mails. */
export function GeneralSection({ rules, site }: GeneralSectionProps) {
  const { t } = useTranslation("alarms");
  return (
    <Section title={t("general.title")} text={t("general.text")}>
      {site.mayEdit ? <GeneralForm rules={rules} /> : <GeneralFacts rules={rules} />}
    </Section>
  );
}

function GeneralForm({ rules }: { rules: AlarmRules }) {
  const { t } = useTranslation("alarms");
  const { Form, form, busy, result, outcome } = useOwnForm<AlarmExtra>("general");
  const { noData, emailInterval } = rules;
  const known = (name: string, value: number) => result?.values[name] ?? String(value);
  return (
    <Form method="post" ref={form} noValidate>
      <input type="hidden" name="version" value={result?.conflict?.version ?? rules.version} />
      <SwitchField
        name="noData"
        label={t("general.noData")}
        hint={t("general.noDataHint")}
        on={noData.isOpen}
      />
      <Pair>
        <TextField
          name="allowedGap"
          label={t("general.gap")}
          hint={t("general.gapHint", { min: MIN_ALLOWED_GAP, max: MAX_ALLOWED_GAP })}
          inputMode="numeric"
          dir="ltr"
          defaultValue={known("allowedGap", noData.allowedGap)}
          result={result}
        />
        <TextField
          name="emailInterval"
          label={t("general.interval")}
          hint={t("general.intervalHint", { min: MIN_EMAIL_INTERVAL, max: MAX_EMAIL_INTERVAL })}
          inputMode="numeric"
          dir="ltr"
          defaultValue={known("emailInterval", emailInterval)}
          result={result}
        />
      </Pair>
      <SelectField
        name="autoLevel"
        label={t("general.autoLevel")}
        value={result?.values.autoLevel ?? rules.autoLevel}
        result={result}
      >
        {AUTO_LEVELS.map((one) => (
          <option key={one} value={one}>
            {t(`general.autoLevels.${one}`)}
          </option>
        ))}
      </SelectField>
      <Hint>{t("general.autoLevelHint")}</Hint>
      <RuleOutcome result={outcome} done={t("saved")} />
      <Submit intent="general" busy={busy}>
        {t("save")}
      </Submit>
    </Form>
  );
}

function GeneralFacts({ rules: { noData, autoLevel, emailInterval } }: { rules: AlarmRules }) {
  const { t } = useTranslation("alarms");
  return (
    <Facts>
      <dt>{t("general.noData")}</dt>
      <dd>{noData.isOpen ? t("general.after", { minutes: noData.allowedGap }) : t("off")}</dd>
      <dt>{t("general.autoLevel")}</dt>
      <dd>{t(`general.autoLevels.${autoLevel}`)}</dd>
      <dt>{t("general.interval")}</dt>
      <dd>{emailInterval}</dd>
    </Facts>
  );
}
