import { data, redirect } from "react-router";
import { CODE_RESEND_MS } from "#domain/users/codes.ts";
import { call } from "../../backend.server.ts";
import { readTexts } from "../../forms/read-form.server.ts";
import { refusalResponse } from "../../forms/refusal-response.server.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/register";
import { PublicPage } from "./public-form.tsx";
import { RegisterForm } from "./register-form.tsx";

/** Fields that are shown again after a refusal: all except the passwords. */
const KEPT = ["name", "email", "phone", "country", "city", "company", "dealer", "captcha"] as const;
type Kept = Record<(typeof KEPT)[number], string>;

export async function loader({ context, url }: Route.LoaderArgs) {
  const done = url.searchParams.has("done");
  const countries = done ? [] : await call(context, "POST /basic/v2/code/getAllCountryCode", {});
  // The link of an invitation carries the invited address.
  return { done, countries, email: url.searchParams.get("email") ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const read = await readTexts(request);
  const values = Object.fromEntries(KEPT.map((name) => [name, read(name)])) as Kept;
  const isAgreed = read("agreement") !== "";
  const isForCode = read("intent") === "code";
  const more = { values, isAgreed, isForCode, sent: null };
  try {
    if (isForCode) {
      const { email } = values;
      await call(context, "POST /user/v2/register/emailCaptcha", { email });
      const sent = { email: email.trim(), waitS: CODE_RESEND_MS / 1000 };
      return data({ ...more, problem: undefined, sent }, { status: 200 });
    }
    await call(context, "POST /user/v3/register", {
      ...values,
      password: read("password"),
      confirmPassword: read("confirmPassword"),
      // The operation refuses a missing agreement.
      agreement: isAgreed as true,
    });
    return redirect("/register?done");
  } catch (thrown) {
    return refusalResponse(thrown, more);
  }
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
