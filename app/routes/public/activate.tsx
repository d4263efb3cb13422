import { Button, Text } from "@chakra-ui/react";
import { redirect, useNavigation } from "react-router";
import { call } from "../../backend.server.ts";
import { refusalResponse } from "../../forms/refusal-response.server.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Route } from "./+types/activate";
import { PublicForm, PublicPage } from "./public-form.tsx";

/** Only the button activates, because e-mail scanners follow links. */
export async function action({ context, url }: Route.ActionArgs) {
  const token = url.searchParams.get("token") ?? "";
  try {
    await call(context, "POST /auth/v2/activate", { token });
    return redirect("/login?reason=activated");
  } catch (thrown) {
    return refusalResponse(thrown, {});
  }
}

export default function Activate({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const busy = useNavigation().formMethod === "POST";
  const refusal = actionData?.problem;
  return (
    <PublicPage title={t("activate.title")} subtitle={t("activate.subtitle")}>
      <PublicForm refusal={refusal} isOfLink>
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
