import { Button, Stack } from "@chakra-ui/react";
import { type HTMLInputAutoCompleteAttribute, useState } from "react";
import { useNavigation } from "react-router";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import type { FormResult } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Agreement } from "./agreement.tsx";
import { CodeField, type SentCode } from "./code-field.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { PublicForm } from "./public-form.tsx";

export type RegisterExtra = {
  /** Set if a code was sent. */
  sent: SentCode;
};

type TextName = "name" | "email" | "phone" | "city" | "company" | "dealer" | "captcha";

export function RegisterForm(form: {
  countries: readonly { code: string; name: string }[];
  /** The address of an invitation, if there is one. */
  email: string;
  result: FormResult<RegisterExtra> | null | undefined;
}) {
  const { countries, email, result } = form;
  const { t } = useTranslation("account");
  const { formMethod, formData } = useNavigation();
  const isBusy = formMethod === "POST";
  const isSending = formData?.get("intent") === "code";
  const faults = result?.problem?.fields ?? {};
  // Errors of a code appear at the code's own field, unless another field is wrong as well.
  const isCodes = result?.intent === "code" && Object.keys(faults).length === 0;
  // Set again only without scripts; with scripts the field keeps what was chosen meanwhile.
  const [country] = useState(result?.values.country ?? "");
  const text = (name: TextName, autoComplete: HTMLInputAutoCompleteAttribute) => ({
    name,
    label: t(`fields.${name}`),
    result,
    size: "lg" as const,
    autoComplete,
    defaultValue: result?.values[name] ?? (name === "email" ? email : ""),
  });
  return (
    <PublicForm result={isCodes ? null : result}>
      {/* Default button for Enter; otherwise the first button would be it, which sends a code. */}
      <button type="submit" hidden />
      <TextField {...text("name", "name")} />
      <TextField {...text("email", "email")} type="email" hint={t("register.emailHint")} />
      <CodeField
        {...text("captcha", "one-time-code")}
        sent={result?.sent ?? null}
        refusal={isCodes ? result.problem : null}
        isSending={isBusy && isSending}
      />
      <SelectField
        name="country"
        label={t("fields.country")}
        value={country}
        autoComplete="country"
        size="lg"
        result={result}
      >
        <option value="">{t("choose")}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField {...text("city", "address-level2")} />
      <TextField {...text("phone", "tel")} type="tel" hint={t("register.phoneHint")} />
      <NewPasswordFields label={t("password.first")} result={result} />
      <Disclosure open={Boolean(faults.company ?? faults.dealer)}>
        <summary>{t("register.more")}</summary>
        <Stack gap="5" mt="4">
          <TextField {...text("company", "organization")} />
          <TextField {...text("dealer", "off")} />
        </Stack>
      </Disclosure>
      <Agreement fault={faults.agreement} isAgreed={Boolean(result?.values.agreement)} />
      <Button type="submit" size="lg" loading={isBusy && !isSending} loadingText={t("busy")}>
        {t("register.submit")}
      </Button>
    </PublicForm>
  );
}

/** Content that the user can unfold. */
const Disclosure = styled("details", {
  textStyle: "sm",
  "& > summary": {
    cursor: "pointer",
    color: "brand.fg",
    fontWeight: "medium",
    borderRadius: "sm",
    focusVisibleRing: "outside",
  },
});
