import { Box, Button, Flex } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useProblemText } from "../../ui/use-problem-text.ts";
import { TextField } from "./form-field.tsx";
import type { Refusal } from "./public-form.tsx";

/** Where a code went, and how long until another one may. */
export type SentCode = { email: string; waitS: number };

type CodeFieldProps = {
  name: string;
  label: string;
  fault: string | undefined;
  defaultValue: string;
  sent: SentCode | null;
  /** Why none was sent. */
  refusal: Refusal | undefined;
  isSending: boolean;
};

/** A code of an e-mail, with the button that has it sent. */
export function CodeField({ sent, refusal, isSending, ...field }: CodeFieldProps) {
  const { t } = useTranslation("account");
  const problemText = useProblemText();
  const left = useCountdown(sent);
  return (
    <Box>
      <Flex gap="3" align="flex-start" wrap="wrap">
        <Box flex="1 1 10rem">
          <TextField
            {...field}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={6}
          />
        </Box>
        <Button
          type="submit"
          name="intent"
          value="code"
          variant="outline"
          size="lg"
          mt="1.625rem"
          disabled={isSending || left > 0}
        >
          {left > 0 ? t("code.wait", { seconds: left }) : t("code.send")}
        </Button>
      </Flex>
      <Box
        role="status"
        textStyle="sm"
        css={{ "&:not(:empty)": { mt: "2" } }}
        color={refusal ? "fg.error" : "good"}
      >
        {sent && t("code.sent", { email: sent.email })}
        {refusal && problemText(refusal.message, refusal.retryAfter)}
      </Box>
    </Box>
  );
}

/** Seconds until another code may be sent; 0 where it may. */
function useCountdown(sent: SentCode | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (sent === null) return;
    const until = performance.now() + sent.waitS * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [sent]);
  return left;
}
