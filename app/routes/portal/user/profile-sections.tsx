import { SelectField, SwitchField, TextField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { type Refusable, useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#domain/languages.ts";
import { MAX_PHONE, MAX_PROFILE_LINE } from "#domain/text-limits.ts";

type Profile = Record<"name" | "phone" | "company" | "country" | "city" | "dealer", string>;
type ProfileProps = { user: Profile; countries: readonly { code: string; name: string }[] };

export function ProfileSection({ user, countries }: ProfileProps) {
  const { t } = useTranslation("user");
  const { Form, form, busy, result, outcome } = useOwnForm("profile");
  const known = (name: keyof Profile) => result?.values[name] ?? user[name];
  const field = (name: keyof Profile) => ({
    name,
    defaultValue: known(name),
    result,
    limit: name === "phone" ? MAX_PHONE : MAX_PROFILE_LINE,
  });
  return (
    <Section title={t("profile.title")} text={t("profile.text")}>
      <Form method="post" ref={form} noValidate>
        <Pair>
          <TextField {...field("name")} label={t("profile.name")} autoComplete="name" />
          <TextField
            {...field("phone")}
            label={t("profile.phone")}
            type="tel"
            dir="ltr"
            autoComplete="tel"
          />
          <SelectField
            name="country"
            label={t("profile.country")}
            value={known("country")}
            result={result}
          >
            <option value="">{"–"}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField {...field("city")} label={t("profile.city")} autoComplete="address-level2" />
          <TextField
            {...field("company")}
            label={t("profile.company")}
            autoComplete="organization"
          />
          <TextField {...field("dealer")} label={t("profile.dealer")} />
        </Pair>
        <SaveRow intent="profile" busy={busy} outcome={outcome} />
      </Form>
    </Section>
  );
}

const SAVER_MINUTES = [1, 3, 5, 10];

type PreferencesProps = {
  user: { screenSaver: number; mailLanguage: string | null; alarmMails: boolean };
};

export function PreferencesSection({ user }: PreferencesProps) {
  const { t } = useTranslation("user");
  const { Form, form, busy, result, outcome } = useOwnForm("preferences");
  return (
    <Section title={t("preferences.title")}>
      <Form method="post" ref={form}>
        <Pair>
          <SelectField
            name="screenSaver"
            label={t("preferences.screenSaver")}
            value={String(user.screenSaver)}
            result={result}
          >
            <option value="0">{t("preferences.off")}</option>
            {SAVER_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t("preferences.minutes", { count: minutes })}
              </option>
            ))}
          </SelectField>
          <SelectField
            name="mailLanguage"
            label={t("preferences.mailLanguage")}
            value={user.mailLanguage ?? ""}
            result={result}
          >
            <option value="">{t("preferences.asPortal")}</option>
            {LANGUAGES.map((code) => (
              <option key={code} value={code} lang={code}>
                {LANGUAGE_NAMES[code]}
              </option>
            ))}
          </SelectField>
        </Pair>
        <SwitchField
          name="alarmMails"
          label={t("preferences.alarmMails")}
          hint={t("preferences.alarmMailsHint")}
          on={user.alarmMails}
        />
        <SaveRow intent="preferences" busy={busy} outcome={outcome} />
      </Form>
    </Section>
  );
}

/** Shows a form's submit button and the outcome of its last submission. */
function SaveRow(props: { intent: string; busy: boolean; outcome: Refusable }) {
  const { t } = useTranslation("user");
  return (
    <>
      <Outcome result={props.outcome} done={t("saved")} />
      <Submit intent={props.intent} busy={props.busy}>
        {t("save")}
      </Submit>
    </>
  );
}
