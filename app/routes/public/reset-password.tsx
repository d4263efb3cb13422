import { Button, Text } from "@chakra-ui/react";
import { redirect, useNavigation } from "react-router";
import { call } from "../../backend.server.ts";
import { readTexts } from "../../forms/read-form.server.ts";
import { refusalResponse } from "../../forms/refusal-response.server.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Route } from "./+types/reset-password";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { PublicForm, PublicPage } from "./public-form.tsx";
import { TextLink } from "./text-link.tsx";

export async function action({ request, context, url }: Route.ActionArgs) {
  const read = await readTexts(request);
  try {
    await call(context, "POST /auth/v2/resetPassword", {
      token: url.searchParams.get("token") ?? "",
      password: read("password"),
      confirmPassword: read("confirmPassword"),
    });
    return redirect("/login?reason=passwordSet");
  } catch (thrown) {
    return refusalResponse(thrown, {});
  }
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const busy = useNavigation().formMethod === "POST";
  const refusal = actionData?.problem;
  return (
    <PublicPage title={t("reset.title")} subtitle={t("reset.subtitle")}>
      <PublicForm refusal={refusal} isOfLink>
        {refusal?.fields.token && (
          <Text>
            <TextLink to="/findpass">{t("reset.again")}</TextLink>
          </Text>
        )}
        <NewPasswordFields label={t("password.new")} faults={refusal?.fields ?? {}} />
        <Button type="submit" size="lg" loading={busy} loadingText={t("busy")}>
          {t("reset.submit")}
        </Button>
      </PublicForm>
    </PublicPage>
  );
}
