import { Box, Flex, Stack } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { TextLink } from "./text-link.tsx";

const PAGES = ["terms", "privacy"] as const;

/** The acceptance of the terms, with links to them and to the privacy notice. */
export function Agreement(agreement: { fault: string | undefined; isAgreed: boolean }) {
  const { fault, isAgreed } = agreement;
  const { t } = useTranslation(["account", "common"]);
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
      <Flex gap="5" wrap="wrap" textStyle="sm">
        {PAGES.map((page) => (
          // A tab of its own, so that what has been entered stays.
          <TextLink key={page} to={`/${page}`} target="_blank">
            {t(`common:legal.${page}`)}
          </TextLink>
        ))}
      </Flex>
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
