import { Button, Stack } from "@chakra-ui/react";
import type { HTMLInputAutoCompleteAttribute } from "react";
import { useNavigation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { styled } from "../../theme/styled.tsx";
import { Agreement } from "./agreement.tsx";
import { CodeField, type SentCode } from "./code-field.tsx";
import { SelectField, TextField } from "./form-field.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { PublicForm, type Refusal } from "./public-form.tsx";

type Values = Record<
  "name" | "email" | "phone" | "country" | "city" | "company" | "dealer" | "captcha",
  string
>;

type RegisterResult = {
  problem: Refusal | undefined;
  values: Values;
  isAgreed: boolean;
  /** Whether only a code was requested. */
  isForCode: boolean;
  sent: SentCode | null;
};

export function RegisterForm(form: {
  countries: readonly { code: string; name: string }[];
  /** The address of an invitation, if there is one. */
  email: string;
  result: RegisterResult | undefined;
}) {
  const { countries, email, result } = form;
  const { t } = useTranslation("account");
  const { formMethod, formData } = useNavigation();
  const isBusy = formMethod === "POST";
  const isSending = formData?.get("intent") === "code";
  const { problem, values } = result ?? {};
  const faults = problem?.fields ?? {};
  // Errors of a code appear at the code's own field, unless another field is wrong as well.
  const isCodes = result?.isForCode === true && Object.keys(faults).length === 0;
  const text = (name: keyof Values, autoComplete: HTMLInputAutoCompleteAttribute) => ({
    name,
    label: t(`fields.${name}`),
    fault: faults[name],
    autoComplete,
    defaultValue: values?.[name] ?? (name === "email" ? email : ""),
  });
  return (
    <PublicForm refusal={isCodes ? undefined : problem}>
      {/* Default button for Enter; otherwise the first button would be it, which sends a code. */}
      <button type="submit" hidden />
      <TextField {...text("name", "name")} />
      <TextField {...text("email", "email")} type="email" hint={t("register.emailHint")} />
      <CodeField
        {...text("captcha", "one-time-code")}
        sent={result?.sent ?? null}
        refusal={isCodes ? problem : undefined}
        isSending={isBusy && isSending}
      />
      <SelectField {...text("country", "country")} options={countries} choose={t("choose")} />
      <TextField {...text("city", "address-level2")} />
      <TextField {...text("phone", "tel")} type="tel" hint={t("register.phoneHint")} />
      <NewPasswordFields label={t("password.first")} faults={faults} />
      <Disclosure open={Boolean(faults.company ?? faults.dealer)}>
        <summary>{t("register.more")}</summary>
        <Stack gap="5" mt="4">
          <TextField {...text("company", "organization")} />
          <TextField {...text("dealer", "off")} />
        </Stack>
      </Disclosure>
      <Agreement fault={faults.agreement} isAgreed={result?.isAgreed ?? false} />
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
