import { useNavigation } from "react-router";
import { call } from "#app/backend.server.ts";
import { TextField } from "#app/forms/fields.tsx";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SendButton } from "#app/ui/send-button.tsx";
import { StyledNotice } from "#app/ui/styled-notice.tsx";
import { useCountdown } from "#app/ui/use-countdown.ts";
import { useWaitText } from "#app/ui/use-wait-text.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { LINK_RESEND_MS } from "#domain/users/codes.ts";
import type { Route } from "./+types/find-password";
import { PublicForm, PublicPage } from "./public-form.tsx";

type SentLink = {
  /** Wait until the next link can be sent. */
  sent: { waitS: number };
};

export async function action(args: Route.ActionArgs) {
  const send = async (form: FormData) => {
    const email = textOf(form, "email");
    await call(args.context, "POST /user/v2/sendEmailResetPassword", { email });
    return { values: { email }, sent: { waitS: LINK_RESEND_MS / SECOND_MS } };
  };
  return performForm<SentLink>(args, { send }, { intentOf: () => "send" });
}

export default function FindPassword({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const waitText = useWaitText();
  const busy = useNavigation().formMethod === "POST";
  const sent = actionData?.sent ?? null;
  const left = useCountdown(sent, sent?.waitS ?? 0);
  return (
    <PublicPage title={t("find.title")} subtitle={t("find.subtitle")}>
      {sent && (
        <StyledNotice tone="good" mb="5">
          {`${t("find.sent")} ${waitText("nextLink", sent.waitS)}`}
        </StyledNotice>
      )}
      <PublicForm result={actionData}>
        <TextField
          size="lg"
          name="email"
          type="email"
          label={t("fields.email")}
          result={actionData}
          autoComplete="email"
          defaultValue={actionData?.values.email}
        />
        <SendButton size="lg" left={left} loading={busy} loadingText={t("busy")}>
          {t("find.submit")}
        </SendButton>
      </PublicForm>
    </PublicPage>
  );
}
