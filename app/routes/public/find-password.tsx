import { Button, Text } from "@chakra-ui/react";
import { redirect, useNavigation } from "react-router";
import { call } from "../../backend.server.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/find-password";
import { TextField } from "./form-field.tsx";
import { PublicForm, PublicPage } from "./public-form.tsx";
import { readForm, refused } from "./refused.server.ts";
import { TextLink } from "./text-link.tsx";

export function loader({ url }: Route.LoaderArgs) {
  return { sent: url.searchParams.has("sent") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const email = (await readForm(request))("email");
  try {
    await call(context, "POST /user/v2/sendEmailResetPassword", { email });
    return redirect("/findpass?sent");
  } catch (thrown) {
    return refused(thrown, { email });
  }
}

export default function FindPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const busy = useNavigation().formMethod === "POST";
  const refusal = actionData?.problem;
  return (
    <PublicPage title={t("find.title")} subtitle={t("find.subtitle")}>
      {loaderData.sent && !refusal ? (
        <Notice tone="good">{t("find.sent")}</Notice>
      ) : (
        <PublicForm refusal={refusal}>
          <TextField
            name="email"
            type="email"
            label={t("fields.email")}
            fault={refusal?.fields.email}
            autoComplete="email"
            defaultValue={actionData?.email}
          />
          <Button type="submit" size="lg" loading={busy} loadingText={t("busy")}>
            {t("find.submit")}
          </Button>
        </PublicForm>
      )}
      <Text mt="6">
        <TextLink to="/login">{t("links.login")}</TextLink>
      </Text>
    </PublicPage>
  );
}
