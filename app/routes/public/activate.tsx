import { Button, Text } from "@chakra-ui/react";
import { redirect, useNavigation } from "react-router";
import { call } from "#app/backend.server.ts";
import { performForm } from "#app/forms/perform-form.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Route } from "./+types/activate";
import { PublicForm, PublicPage } from "./public-form.tsx";

/** Only the button activates, because e-mail scanners follow links. */
export async function action(args: Route.ActionArgs) {
  const activate = async () => {
    const token = args.url.searchParams.get("token") ?? "";
    await call(args.context, "POST /auth/v2/activate", { token });
    throw redirect("/login?reason=activated");
  };
  return performForm(args, { activate }, { intentOf: () => "activate" });
}

export default function Activate({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const busy = useNavigation().formMethod === "POST";
  const refusal = actionData?.problem;
  return (
    <PublicPage title={t("activate.title")} subtitle={t("activate.subtitle")}>
      <PublicForm result={actionData} isOfLink>
        {refusal && <Text>{t("activate.again")}</Text>}
        {!refusal && (
          <Button type="submit" size="lg" loading={busy} loadingText={t("busy")}>
            {t("activate.submit")}
          </Button>
        )}
      </PublicForm>
    </PublicPage>
  );
}
