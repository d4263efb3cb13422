import { data, useNavigation } from "react-router";
import { LINK_RESEND_MS } from "#domain/users/codes.ts";
import { call } from "../../backend.server.ts";
import { readTexts } from "../../forms/read-form.server.ts";
import { refusalResponse } from "../../forms/refusal-response.server.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import { SendButton } from "../../ui/send-button.tsx";
import { useCountdown } from "../../ui/use-countdown.ts";
import { useWaitText } from "../../ui/use-wait-text.ts";
import type { Route } from "./+types/find-password";
import { TextField } from "./form-field.tsx";
import { PublicForm, PublicPage } from "./public-form.tsx";

export async function action({ request, context }: Route.ActionArgs) {
  const email = (await readTexts(request))("email");
  try {
    await call(context, "POST /user/v2/sendEmailResetPassword", { email });
    return data({ problem: undefined, email, sent: { waitS: LINK_RESEND_MS / 1000 } });
  } catch (thrown) {
    return refusalResponse(thrown, { email, sent: null });
  }
}

export default function FindPassword({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const waitText = useWaitText();
  const busy = useNavigation().formMethod === "POST";
  const refusal = actionData?.problem;
  const sent = actionData?.sent ?? null;
  const left = useCountdown(sent, sent?.waitS ?? 0);
  return (
    <PublicPage title={t("find.title")} subtitle={t("find.subtitle")}>
      {sent && (
        <Notice tone="good" mb="5">
          {`${t("find.sent")} ${waitText("nextLink", sent.waitS)}`}
        </Notice>
      )}
      <PublicForm refusal={refusal}>
        <TextField
          name="email"
          type="email"
          label={t("fields.email")}
          fault={refusal?.fields.email}
          autoComplete="email"
          defaultValue={actionData?.email}
        />
        <SendButton size="lg" left={left} loading={busy} loadingText={t("busy")}>
          {t("find.submit")}
        </SendButton>
      </PublicForm>
    </PublicPage>
  );
}
