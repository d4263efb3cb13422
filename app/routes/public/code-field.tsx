import { Box, Flex } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { TextField } from "#app/forms/fields.tsx";
import type { FormProblem } from "#app/forms/form-problem.ts";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SendButton } from "#app/ui/send-button.tsx";
import { useCountdown } from "#app/ui/use-countdown.ts";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { useWaitText } from "#app/ui/use-wait-text.ts";

/** Address to which a code was sent, and the seconds until another one can be sent. */
export type SentCode = { email: string; waitS: number };

type CodeFieldProps = {
  name: string;
  label: string;
  result: Refusable;
  defaultValue: string;
  sent: SentCode | null;
  /** Why no code was sent. */
  refusal: FormProblem | null;
  isSending: boolean;
};

/** Field for an e-mailed code, with the button that sends it. */
export function CodeField({ sent, refusal, isSending, ...field }: CodeFieldProps) {
  const { t } = useTranslation("account");
  const problemText = useProblemText();
  const waitText = useWaitText();
  const left = useCountdown(sent ?? refusal ?? null, sent?.waitS ?? refusal?.retryAfter ?? 0);
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is counting down.
  useEffect(() => {
    if (sent !== null) box.current?.querySelector("input")?.focus();
  }, [sent]);
  return (
    <Box ref={box}>
      <Flex gap="3" align="flex-start" wrap="wrap">
        <Box flex="1 1 10rem">
          <TextField
            {...field}
            size="lg"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={6}
          />
        </Box>
        <SendButton
          name="intent"
          value="code"
          variant="outline"
          size="lg"
          mt="1.625rem"
          disabled={isSending}
          left={left}
        >
          {t("code.send")}
        </SendButton>
      </Flex>
      <Box
        role="status"
        textStyle="sm"
        css={{ "&:not(:empty)": { mt: "2" } }}
        color={refusal ? "fg.error" : "good"}
      >
        {sent && `${t("code.sent", { email: sent.email })} ${waitText("nextCode", sent.waitS)}`}
        {refusal && problemText(refusal.message, refusal.retryAfter)}
      </Box>
    </Box>
  );
}
