import { SelectField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import type { Preferences, SitePreferences } from "./notification-data.ts";

type OwnSectionProps = { usual: Preferences; chosen: SitePreferences };

const CHOICES = ["mail", "push", "faultsThrough"] as const;

/** The user's own notifications for this site, where they differ from those of the account. */
export function OwnSection({ usual, chosen }: OwnSectionProps) {
  const { t } = useTranslation("alarms");
  const { Form, form, busy, result, outcome } = useOwnForm("own");
  const known = (name: string, value: string) => result?.values[name] ?? value;
  const yesNo = (value: boolean) => t(value ? "notify.yes" : "notify.no");
  return (
    <Section title={t("notify.site.title")} text={t("notify.site.text")}>
      <Form method="post" ref={form}>
        <SelectField
          name="level"
          label={t("notify.level")}
          value={known("level", chosen.level ?? "")}
          result={result}
        >
          <option value="">
            {t("notify.site.usual", { value: t(`notify.levels.${usual.level}`) })}
          </option>
          {EVENT_LEVELS.map((one) => (
            <option key={one} value={one}>
              {t(`notify.levels.${one}`)}
            </option>
          ))}
        </SelectField>
        <Pair>
          {CHOICES.map((name) => {
            const value = chosen[name];
            return (
              <SelectField
                key={name}
                name={name}
                label={t(`notify.${name}`)}
                value={known(name, value === undefined ? "" : value ? "yes" : "no")}
                result={result}
              >
                <option value="">{t("notify.site.usual", { value: yesNo(usual[name]) })}</option>
                <option value="yes">{yesNo(true)}</option>
                <option value="no">{yesNo(false)}</option>
              </SelectField>
            );
          })}
        </Pair>
        <Outcome result={outcome} done={t("saved")} />
        <Submit intent="own" busy={busy}>
          {t("save")}
        </Submit>
      </Form>
    </Section>
  );
}
