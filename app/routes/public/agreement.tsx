import { Box, Stack } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { styled } from "../../theme/styled.tsx";
import { useProblemText } from "../../ui/use-problem-text.ts";
import { Disclosure } from "./disclosure.tsx";

const PARTS = ["account", "data", "use", "service"] as const;

/** The terms, shown where the user accepts them. */
export function Agreement(agreement: { fault: string | undefined; isAgreed: boolean }) {
  const { fault, isAgreed } = agreement;
  const { t } = useTranslation("account");
  const problemText = useProblemText();
  const id = useId();
  return (
    <Stack gap="2">
      <Choice>
        <input
          type="checkbox"
          name="agreement"
          defaultChecked={isAgreed}
          required
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : id}
        />
        {t("terms.accept")}
      </Choice>
      {fault !== undefined && (
        <Box id={id} color="fg.error" textStyle="xs">
          {problemText(fault)}
        </Box>
      )}
      <Disclosure>
        <summary>{t("terms.read")}</summary>
        <Stack gap="3" mt="3" color="fg.muted">
          {PARTS.map((part) => (
            <p key={part}>{t(`terms.${part}`)}</p>
          ))}
        </Stack>
      </Disclosure>
    </Stack>
  );
}

const Choice = styled("label", {
  display: "flex",
  gap: "2.5",
  alignItems: "flex-start",
  textStyle: "sm",
  cursor: "pointer",
  "& input": { mt: "0.5", w: "4.5", h: "4.5", flexShrink: "0", accentColor: "brand.solid" },
});
