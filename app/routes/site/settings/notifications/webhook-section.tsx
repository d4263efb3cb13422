import { useId } from "react";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatTimeText } from "#domain/units/date-text.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import type { Webhook, WebhookDelivery, WebhookExtra } from "./notification-data.ts";

type WebhookSectionProps = {
  webhook: Webhook | null;
  deliveries: readonly WebhookDelivery[];
  timeZone: string;
};

/** The address that receives the notifications of the site, with its state, secret and test. */
export function WebhookSection({ webhook, deliveries, timeZone }: WebhookSectionProps) {
  const { t, i18n } = useTranslation("alarms");
  const { Form, form, busy, result, outcome } = useOwnForm<WebhookExtra>("webhook");
  const id = useId();
  // Saving enables a disabled webhook.
  const save = t(webhook?.disabledTime ? "webhook.enable" : "webhook.save");
  const time = (at: number) => formatTimeText(at, timeZone, i18n.language);
  return (
    <Section stacked title={t("webhook.title")} text={t("webhook.text")}>
      {webhook !== null && <State webhook={webhook} time={time} />}
      <Form method="post" ref={form} id={id} noValidate>
        <TextField
          name="url"
          type="url"
          dir="ltr"
          autoComplete="off"
          label={t("webhook.url")}
          hint={t("webhook.urlHint")}
          defaultValue={result?.values.url ?? webhook?.url ?? ""}
          result={result}
        />
        <Outcome result={outcome} done={t("saved")} />
        {result?.secret !== undefined && <NewSecret secret={result.secret} />}
        <ConfirmIdentity form={id} intent="webhook" result={result} busy={busy} submit={save} />
        <Submit intent="webhook" busy={busy}>
          {save}
        </Submit>
      </Form>
      {webhook !== null && (
        <Others>
          <TestForm />
          <ActionForm intent="rotateSecret" text={t("webhook.rotate")} />
          <ActionForm intent="deleteWebhook" text={t("webhook.delete")} danger />
        </Others>
      )}
      {webhook !== null && <DeliveryLog deliveries={deliveries} timeZone={timeZone} />}
    </Section>
  );
}

type StateProps = { webhook: Webhook; time: (at: number) => string };

function State({ webhook, time }: StateProps) {
  const { t } = useTranslation("alarms");
  const { disabledTime, disabledReason, failingSince, previousSecretUntil } = webhook;
  return (
    <>
      {disabledTime !== null ? (
        <Notice tone="fault">
          {t(`webhook.disabled.${disabledReason ?? "failing"}`, { time: time(disabledTime) })}
        </Notice>
      ) : failingSince !== null ? (
        <Notice tone="warning">{t("webhook.failing", { time: time(failingSince) })}</Notice>
      ) : (
        <Notice tone="good">{t("webhook.active")}</Notice>
      )}
      {previousSecretUntil !== null && (
        <p>{t("webhook.previous", { time: time(previousSecretUntil) })}</p>
      )}
    </>
  );
}

function TestForm() {
  const { t } = useTranslation("alarms");
  const { Form, busy, outcome } = useOwnForm<WebhookExtra>("testWebhook", { drafts: "none" });
  const tested = outcome?.problem === null ? outcome.tested : undefined;
  return (
    <Form method="post">
      <Submit intent="testWebhook" busy={busy}>
        {t("webhook.test")}
      </Submit>
      <Outcome result={tested ? null : outcome} done="" />
      {tested && (
        <Notice tone={tested.delivered ? "good" : "warning"}>
          {tested.delivered
            ? t("webhook.delivered")
            : tested.status === null
              ? t("webhook.unreachable")
              : t("webhook.refused", { status: tested.status })}
        </Notice>
      )}
    </Form>
  );
}

type ActionFormProps = {
  intent: "rotateSecret" | "deleteWebhook";
  text: string;
  danger?: boolean;
};

/** An action that may ask for the password first. */
function ActionForm({ intent, text, danger = false }: ActionFormProps) {
  const id = useId();
  const { Form, form, busy, result, outcome } = useOwnForm<WebhookExtra>(intent, {
    drafts: "none",
  });
  return (
    <Form method="post" ref={form} id={id}>
      <Submit intent={intent} busy={busy} danger={danger}>
        {text}
      </Submit>
      <Outcome result={outcome} done="" />
      {result?.secret !== undefined && <NewSecret secret={result.secret} />}
      <ConfirmIdentity
        form={id}
        intent={intent}
        result={result}
        busy={busy}
        submit={text}
        danger={danger}
      />
    </Form>
  );
}

function NewSecret({ secret }: { secret: string }) {
  const { t } = useTranslation("alarms");
  return (
    <Notice tone="info">
      <Secret>
        {t("webhook.secret")}
        <code dir="ltr">{secret}</code>
      </Secret>
    </Notice>
  );
}

const Secret = styled("span", {
  display: "flex",
  flexDirection: "column",
  gap: "1",
  "& code": { fontFamily: "mono", overflowWrap: "anywhere", userSelect: "all" },
});

const Others = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "3",
  pt: "4",
  borderTopWidth: "1px",
  "& form": { gap: "2" },
});
