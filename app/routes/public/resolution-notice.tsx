import { Flex } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";

const ENOUGH = "@media (min-width: 1366px) and (min-height: 768px)";

/** Shown only in windows below 1366 by 768: style alone decides, so that it is right before any script runs. */
export function ResolutionNotice() {
  const { t } = useTranslation("login");
  return (
    <Flex
      role="note"
      gap="2.5"
      mt="8"
      textStyle="xs"
      color="fg.muted"
      css={{ [ENOUGH]: { display: "none" } }}
    >
      <StyledIcon name="screen" size="1.4em" mt="0.5" />
      {t("lowResolution")}
    </Flex>
  );
}
