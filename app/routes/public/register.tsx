import { redirect } from "react-router";
import { call } from "#app/backend.server.ts";
import { intentIn, performForm, valuesIn } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { SECOND_MS } from "#domain/units/durations.ts";
import { CODE_RESEND_MS } from "#domain/users/codes.ts";
import type { Route } from "./+types/register";
import { PublicPage } from "./public-form.tsx";
import { type RegisterExtra, RegisterForm } from "./register-form.tsx";

/** Texts of the form besides the passwords. */
const TEXTS = [
  "name",
  "email",
  "phone",
  "country",
  "city",
  "company",
  "dealer",
  "captcha",
] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const done = url.searchParams.has("done");
  const countries = done ? [] : await call(context, "POST /basic/v2/code/getAllCountryCode", {});
  // The link of an invitation carries the invited address.
  return { done, countries, email: url.searchParams.get("email") ?? "" };
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  return performForm<RegisterExtra>(
    args,
    {
      async code(form) {
        const email = textOf(form, "email");
        await call(context, "POST /user/v2/register/emailCaptcha", { email });
        const sent = { email: email.trim(), waitS: CODE_RESEND_MS / SECOND_MS };
        return { values: valuesIn(form), sent };
      },
      async register(form) {
        const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(form, name)]));
        await call(context, "POST /user/v3/register", {
          ...(texts as Record<(typeof TEXTS)[number], string>),
          password: textOf(form, "password"),
          confirmPassword: textOf(form, "confirmPassword"),
          // The operation refuses a missing agreement.
          agreement: (textOf(form, "agreement") !== "") as true,
        });
        throw redirect("/register?done");
      },
    },
    { intentOf: (form) => intentIn(form) || "register" },
  );
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { done, countries, email } = loaderData;
  return (
    <PublicPage title={t("register.title")} subtitle={t("register.subtitle")}>
      {done ? (
        <Notice tone="good">{t("register.done")}</Notice>
      ) : (
        <RegisterForm countries={countries} email={email} result={actionData} />
      )}
    </PublicPage>
  );
}
