import { Button, Text } from "@chakra-ui/react";
import { redirect, useNavigation } from "react-router";
import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Route } from "./+types/reset-password";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { PublicForm, PublicPage } from "./public-form.tsx";
import { TextLink } from "./text-link.tsx";

export async function action(args: Route.ActionArgs) {
  const reset = async (form: FormData) => {
    await call(args.context, "POST /auth/v2/resetPassword", {
      token: args.url.searchParams.get("token") ?? "",
      password: textOf(form, "password"),
      confirmPassword: textOf(form, "confirmPassword"),
    });
    throw redirect("/login?reason=passwordSet");
  };
  return performForm(args, { reset }, { intentOf: () => "reset" });
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const busy = useNavigation().formMethod === "POST";
  return (
    <PublicPage title={t("reset.title")} subtitle={t("reset.subtitle")}>
      <PublicForm result={actionData} isOfLink>
        {actionData?.problem?.fields.token && (
          <Text>
            <TextLink to="/findpass">{t("reset.again")}</TextLink>
          </Text>
        )}
        <NewPasswordFields label={t("password.new")} result={actionData} />
        <Button type="submit" size="lg" loading={busy} loadingText={t("busy")}>
          {t("reset.submit")}
        </Button>
      </PublicForm>
    </PublicPage>
  );
}
