import { Input } from "@chakra-ui/react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { Checks } from "#app/forms/checks.ts";
import { FieldFrame, SelectField, SwitchField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useOwnTimeZone } from "#app/ui/use-own-time-zone.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { PushPanel } from "./push-panel.tsx";
import { WEEKDAYS } from "./weekdays.ts";

export type NotificationPreferences = ApiAnswer<"POST /user/v2/notification/get">["preferences"];

/** Quiet hours with which the fields begin. */
const USUAL_QUIET = { from: "22:00", to: "07:00", weekdays: WEEKDAYS };
const USUAL_DIGEST = "08:00";

/** Channels, minimum level, quiet hours and daily summary of a user's alarm notifications. */
export function NotificationsSection({ preferences }: { preferences: NotificationPreferences }) {
  const { t } = useTranslation("alarms");
  const { Form, form, busy, result, outcome } = useOwnForm("notifications");
  const { mail, push, level, quietHours, faultsThrough, digestAt, timeZone } = preferences;
  const quiet = quietHours ?? USUAL_QUIET;
  return (
    <Section title={t("notify.title")} text={t("notify.text")}>
      <Form method="post" ref={form} noValidate>
        <SwitchField name="mail" label={t("notify.mail")} on={mail} />
        <SwitchField name="push" label={t("notify.push")} hint={t("notify.pushHint")} on={push} />
        <PushPanel />
        <SelectField name="level" label={t("notify.level")} value={level} result={result}>
          {EVENT_LEVELS.map((one) => (
            <option key={one} value={one}>
              {t(`notify.levels.${one}`)}
            </option>
          ))}
        </SelectField>
        <Group>
          <SwitchField
            name="quiet"
            label={t("notify.quiet")}
            hint={t("notify.quietHint")}
            on={quietHours !== null}
          />
          <div data-more>
            <Pair>
              <FieldFrame name="quietFrom" label={t("notify.from")} result={result}>
                <Input type="time" name="quietFrom" defaultValue={quiet.from} />
              </FieldFrame>
              <FieldFrame name="quietTo" label={t("notify.to")} result={result}>
                <Input type="time" name="quietTo" defaultValue={quiet.to} />
              </FieldFrame>
            </Pair>
            <fieldset>
              <legend>{t("notify.days")}</legend>
              <Checks>
                {WEEKDAYS.map((day) => (
                  <label key={day}>
                    <input
                      type="checkbox"
                      name={`day${day}`}
                      defaultChecked={quiet.weekdays.includes(day)}
                    />
                    {t(`notify.weekdays.${day}`)}
                  </label>
                ))}
              </Checks>
            </fieldset>
            <SwitchField
              name="faultsThrough"
              label={t("notify.faultsThrough")}
              on={faultsThrough}
            />
          </div>
        </Group>
        <Group>
          <SwitchField
            name="digest"
            label={t("notify.digest")}
            hint={t("notify.digestHint")}
            on={digestAt !== null}
          />
          <div data-more>
            <FieldFrame name="digestAt" label={t("notify.digestAt")} result={result}>
              <Input type="time" name="digestAt" defaultValue={digestAt ?? USUAL_DIGEST} />
            </FieldFrame>
          </div>
        </Group>
        <ZoneField stored={timeZone} result={result} />
        <Outcome result={outcome} done={t("saved")} />
        <Submit intent="notifications" busy={busy}>
          {t("save")}
        </Submit>
      </Form>
    </Section>
  );
}

type ZoneFieldProps = {
  stored: string | null;
  result: Parameters<typeof SelectField>[0]["result"];
};

/** The zone of the times: that of each site, the stored one, or that of the browser. */
function ZoneField({ stored, result }: ZoneFieldProps) {
  const { t } = useTranslation("alarms");
  const isHydrated = useHydrated();
  const own = useOwnTimeZone();
  const zones = [...new Set([...(stored === null ? [] : [stored]), ...(isHydrated ? [own] : [])])];
  return (
    <SelectField name="timeZone" label={t("notify.zone")} value={stored ?? ""} result={result}>
      <option value="">{t("notify.zoneOfSite")}</option>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll("_", " ")}
        </option>
      ))}
    </SelectField>
  );
}

/** A switch with fields that only matter while it is on. */
const Group = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  "& > [data-more]": {
    display: "flex",
    flexDirection: "column",
    gap: "3",
    ps: "4",
    borderInlineStartWidth: "2px",
  },
  "&:not(:has(> label input:checked)) > [data-more]": { display: "none" },
  "& legend": { textStyle: "sm", fontWeight: "medium", mb: "1.5" },
});
