import { Suspense, useState } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { SelectField } from "#app/forms/fields.tsx";
import { Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { RETENTION_YEARS } from "#domain/history/retention-years.ts";
import { formatDateText } from "#domain/units/date-text.ts";
import { SaveEnd } from "../general-sections.tsx";
import { RetentionChanges } from "./retention-changes.tsx";
import { isShorter, type Kept, UNCONFIRMED, yearsBefore } from "./retention-dates.ts";
import { useYearsText } from "./use-years-text.ts";

const AskDialog = lazyComponent(() => import("#app/ui/ask-dialog.tsx"));

type RetentionSectionProps = {
  retention: ApiAnswer<"POST /site/v2/history/retention">;
  timeZone: string;
  /** Server time, ms UTC. */
  now: number;
};

/**
 * Setting of the retention period. A shorter period asks for confirmation, because older measurements are deleted
 * permanently.
 */
export function RetentionSection({ retention, timeZone, now }: RetentionSectionProps) {
  const { years, expiredBefore, changes } = retention;
  const { t, i18n } = useTranslation("settings");
  const yearsText = useYearsText();
  const { Form, form, submit, busy, result, outcome } = useOwnForm("retention", {
    drafts: "asked",
  });
  const [asked, setAsked] = useState<Exclude<Kept, null> | null>(null);
  const known = String(years ?? "");
  const dayText = (at: number) => formatDateText(at, timeZone, i18n.language);
  const send = () => {
    if (form.current === null) return;
    const body = new FormData(form.current);
    body.set("intent", "retention");
    body.set("confirmed", String(body.get("years")));
    submit(body, { method: "post" });
  };
  // With scripts a dialog asks before anything is sent.
  const unconfirmed =
    result?.problem?.message === UNCONFIRMED ? readKept(result.values.years) : null;
  const question = (kept: Exclude<Kept, null>) =>
    t("retention.confirm.text", { day: dayText(yearsBefore(now, kept)), kept: yearsText(kept) });
  return (
    <Section title={t("retention.title")} text={t("retention.text")}>
      <Form
        method="post"
        ref={form}
        noValidate
        onSubmit={(event) => {
          const wanted = wantedIn(event.currentTarget);
          if (wanted === null || !isShorter(wanted, years)) return;
          event.preventDefault();
          setAsked(wanted);
        }}
      >
        <SelectField
          name="years"
          label={t("retention.label")}
          value={(result?.problem ? result.values.years : null) ?? known}
          result={result}
        >
          <option value="">{t("retention.all")}</option>
          {RETENTION_YEARS.map((count) => (
            <option key={count} value={count}>
              {yearsText(count)}
            </option>
          ))}
        </SelectField>
        <Standing>
          {years !== null && expiredBefore === null && t("retention.nothingDeleted")}
          {expiredBefore !== null && t("retention.deleted", { day: dayText(expiredBefore) })}
        </Standing>
        <p>{t("retention.warning")}</p>
        <SaveEnd intent="retention" busy={busy} outcome={unconfirmed === null ? outcome : null} />
      </Form>
      {unconfirmed !== null && (
        <Form method="post">
          <input type="hidden" name="years" value={unconfirmed} />
          <input type="hidden" name="confirmed" value={unconfirmed} />
          <Notice tone="warning">
            <strong>{t("retention.confirm.title", { kept: yearsText(unconfirmed) })}</strong>{" "}
            {question(unconfirmed)}
          </Notice>
          <Submit intent="retention" busy={busy} danger>
            {t("retention.confirm.submit")}
          </Submit>
        </Form>
      )}
      {changes.length > 0 && <RetentionChanges changes={changes} timeZone={timeZone} />}
      {asked !== null && (
        <Suspense>
          <AskDialog
            title={t("retention.confirm.title", { kept: yearsText(asked) })}
            text={question(asked)}
            submit={t("retention.confirm.submit")}
            tone="danger"
            onClose={() => setAsked(null)}
            onSubmit={() => {
              setAsked(null);
              send();
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}

/** Number of years that is selected in the form, if it is one of the options. */
function wantedIn(form: HTMLFormElement): Exclude<Kept, null> | null {
  return readKept(String(new FormData(form).get("years")));
}

function readKept(text: string | undefined): Exclude<Kept, null> | null {
  return RETENTION_YEARS.find((one) => String(one) === text) ?? null;
}

const Standing = styled("p", { fontWeight: "medium", _empty: { display: "none" } });
