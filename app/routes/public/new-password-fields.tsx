import { PasswordField } from "#app/forms/password-field.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** Two fields for a new password, with its rules. */
export function NewPasswordFields(fields: { label: string; result: Refusable }) {
  const { label, result } = fields;
  const { t } = useTranslation("account");
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        hint={t("password.rules")}
        result={result}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmPassword"
        label={t("password.again")}
        result={result}
        autoComplete="new-password"
      />
    </>
  );
}
