import { useTranslation } from "../../i18n/use-translation.ts";
import { PasswordField } from "./form-field.tsx";

/** Two fields for a new password, with its rules. */
export function NewPasswordFields(fields: {
  label: string;
  faults: Readonly<Record<string, string>>;
}) {
  const { label, faults } = fields;
  const { t } = useTranslation("account");
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        hint={t("password.rules")}
        fault={faults.password}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmPassword"
        label={t("password.again")}
        fault={faults.confirmPassword}
        autoComplete="new-password"
      />
    </>
  );
}
