import { type ReactNode, useId } from "react";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LANGUAGE_NAMES } from "#domain/languages.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { BackLink, EntryColumn, Facts } from "../back-link.tsx";
import { OwnMoment } from "../own-moment.tsx";
import { type ShownUser, typeName } from "./user-data.ts";

/** Counts above it are shown as "10,000+". */
const MAX_COUNTED = 10_000;

/** One user: what operators need for support, and the rule. */
export function UserView({ user }: { user: ShownUser }) {
  const { t, i18n } = useTranslation("platform");
  const { account, name, type, demo, language, hiddenSettings, sites } = user;
  const { createTime, activateTime, signInTime } = user;
  const count = (value: number) =>
    formatNumber(value, i18n.language) + (value >= MAX_COUNTED ? "+" : "");
  const moment = (at: number | null, absent: string) =>
    at === null ? absent : <OwnMoment at={at} />;
  return (
    <EntryColumn>
      <BackLink to="/platform/users">{t("users.back")}</BackLink>
      <h1 tabIndex={-1}>
        <bdi>{name}</bdi>
      </h1>
      <Section stacked title={t("users.account")}>
        <Facts>
          <Fact name={t("users.search.account")}>
            <bdi>{account}</bdi>
          </Fact>
          <Fact name={t("users.typeLabel")}>
            {t(`users.type.${demo ? "demo" : typeName(type)}`)}
          </Fact>
          <Fact name={t("users.language")}>{LANGUAGE_NAMES[language]}</Fact>
          <Fact name={t("users.created")}>{moment(createTime, "")}</Fact>
          <Fact name={t("users.activated")}>{moment(activateTime, t("users.notActivated"))}</Fact>
          <Fact name={t("users.signedIn")}>{moment(signInTime, t("users.noSignIn"))}</Fact>
          <Fact name={t("users.hiddenSettings")}>
            {hiddenSettings ? t("users.on") : t("users.off")}
          </Fact>
        </Facts>
      </Section>
      <Section stacked title={t("users.sites.title")}>
        <Facts>
          {(["owned", "administrator", "full", "monitor"] as const).map((role) => (
            <Fact key={role} name={t(`users.sites.${role}`)}>
              {count(sites[role])}
            </Fact>
          ))}
        </Facts>
      </Section>
      <RuleForm user={user} />
    </EntryColumn>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function RuleForm({ user: { rule } }: { user: ShownUser }) {
  const { t } = useTranslation("platform");
  const { Form, form, busy, result, outcome } = useOwnForm("rule", { drafts: "none" });
  const id = useId();
  return (
    <Section title={t("users.rule")} text={t("users.ruleText")}>
      <Form method="post" ref={form} id={id} noValidate>
        <TextField
          name="rule"
          label={t("users.rule")}
          hint={t("users.ruleHint")}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxW="32"
          defaultValue={result?.problem ? result.values.rule : rule}
          result={result}
        />
        <Outcome result={outcome} done={t("users.ruleSaved")} />
        <ConfirmIdentity
          form={id}
          intent="rule"
          result={result}
          busy={busy}
          submit={t("users.ruleSave")}
        />
        <Submit intent="rule" busy={busy}>
          {t("users.ruleSave")}
        </Submit>
      </Form>
    </Section>
  );
}
