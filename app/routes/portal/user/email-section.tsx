import { Text } from "@chakra-ui/react";
import { useEffect, useId, useRef } from "react";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { type Refusable, useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SendButton } from "#app/ui/send-button.tsx";
import { useCountdown } from "#app/ui/use-countdown.ts";
import { useWaitText } from "#app/ui/use-wait-text.ts";

const STEPS = ["start", "old", "new", "confirm", "expired", "done"] as const;
export type EmailStep = (typeof STEPS)[number];

/**
 * Steps of the e-mail change: a code to the old address, the new address, a code to the new one. Each step shows the
 * outcome of the previous one.
 */
export function EmailSection({ email }: { email: string }) {
  const { t } = useTranslation("user");
  const waitText = useWaitText();
  const { Form, form, busy, result, outcome } = useOwnForm("email", {
    resets: false,
    drafts: "none",
    owns: ({ intent }) => intent.startsWith("email"),
  });
  const id = useId();
  const values = result?.values ?? {};
  const { step: wanted, email: typed = "", sentAt = null, waitS = "0" } = values;
  const step = STEPS.find((one) => one === wanted) ?? "start";
  const left = useCountdown(sentAt, Number(waitS));
  const isCode = step === "old" || step === "confirm";
  const line = useRef<HTMLParagraphElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const input = form.current?.querySelector<HTMLElement>("input:not([type=hidden])");
    (input ?? line.current)?.focus();
  }, [step, form]);
  return (
    <Section title={t("email.title")} text={t("email.text")}>
      <Form method="post" ref={form} id={id} noValidate key={step}>
        <Text ref={line} tabIndex={-1} aria-live="polite" textStyle="sm" overflowWrap="anywhere">
          {t(`email.status.${step}`, { email: step === "confirm" ? typed : email })}{" "}
          {isCode && waitText("nextCode", Number(waitS))}
        </Text>
        {CARRIED[step].map((name) => (
          <input key={name} type="hidden" name={name} value={values[name] ?? ""} />
        ))}
        <StepFields step={step} email={typed} code={values.newCode ?? ""} result={result} />
        <Outcome result={outcome} done="" />
        <ConfirmIdentity
          form={id}
          intent={INTENTS.confirm}
          result={result}
          busy={busy}
          submit={t("email.submit.confirm")}
        />
        <StepButtons step={step} busy={busy} left={left} />
      </Form>
    </Section>
  );
}

/** Fields that each step's form passes on. */
const CARRIED: Readonly<Record<EmailStep, readonly string[]>> = {
  start: [],
  old: ["email", "sentAt", "waitS"],
  new: ["oldCode"],
  confirm: ["step", "oldCode", "email", "sentAt", "waitS"],
  expired: ["email"],
  done: [],
};

type StepProps = { step: EmailStep; email: string; code: string; result: Refusable };

function StepFields({ step, email, code: typed, result }: StepProps) {
  const { t } = useTranslation("user");
  const code = { inputMode: "numeric", autoComplete: "one-time-code", maxW: "40", dir: "ltr" };
  if (step === "old")
    return <TextField {...(code as object)} name="code" label={t("email.code")} result={result} />;
  if (step === "confirm")
    return (
      <TextField
        {...(code as object)}
        name="newCode"
        label={t("email.code")}
        defaultValue={typed}
        result={result}
      />
    );
  if (step !== "new") return null;
  return (
    <TextField
      name="email"
      type="email"
      dir="ltr"
      autoComplete="email"
      defaultValue={email}
      label={t("email.address")}
      result={result}
    />
  );
}

const INTENTS = {
  start: "emailStart",
  old: "emailVerify",
  new: "emailNew",
  confirm: "emailChange",
  expired: "emailStart",
} as const;

function StepButtons({ step, busy, left }: { step: EmailStep; busy: boolean; left: number }) {
  const { t } = useTranslation("user");
  if (step === "done") return null;
  const again = step === "old" ? "emailStart" : "emailNew";
  return (
    <>
      <Submit intent={INTENTS[step]} busy={busy}>
        {step === "expired" ? t("email.again") : t(`email.submit.${step}`)}
      </Submit>
      {(step === "old" || step === "confirm") && (
        <SendButton
          name="intent"
          value={again}
          variant="plain"
          size="sm"
          px="0"
          alignSelf="flex-start"
          left={left}
        >
          {t("email.again")}
        </SendButton>
      )}
    </>
  );
}
