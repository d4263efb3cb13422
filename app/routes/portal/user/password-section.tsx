import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

export function PasswordSection({ account }: { account: string }) {
  const { t } = useTranslation("user");
  const { Form, form, busy, result, outcome } = useOwnForm("password", { drafts: "none" });
  const secret = { type: "password", result };
  return (
    <Section title={t("password.title")} text={t("password.text")}>
      <Form method="post" ref={form} noValidate>
        {/* Associates the password with the account in a password manager. */}
        <input type="hidden" name="username" autoComplete="username" value={account} readOnly />
        <TextField
          {...secret}
          name="oldPassword"
          label={t("password.old")}
          autoComplete="current-password"
        />
        <Pair>
          <TextField
            {...secret}
            name="password"
            label={t("password.new")}
            hint={t("password.rules")}
            autoComplete="new-password"
          />
          <TextField
            {...secret}
            name="confirmPassword"
            label={t("password.again")}
            autoComplete="new-password"
          />
        </Pair>
        <Outcome result={outcome} done={t("password.done")} />
        <Submit intent="password" busy={busy}>
          {t("password.submit")}
        </Submit>
      </Form>
    </Section>
  );
}
