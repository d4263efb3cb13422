import { Flex } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import type { AlarmStatus } from "#domain/sites/site-list.ts";
import { Icon } from "./icons/icon.tsx";

const TONE = { fault: "fault", warning: "warning", info: "info" } as const;

/** The worst active event; where there is none, nothing is said but to a screen reader. */
export function AlarmBadge({ alarm }: { alarm: AlarmStatus }) {
  const { t } = useTranslation();
  if (alarm === "none")
    return (
      <Flex as="span" srOnly>
        {t("alarm.none")}
      </Flex>
    );
  const tone = TONE[alarm];
  return (
    <Flex
      as="span"
      display="inline-flex"
      align="center"
      gap="1.5"
      px="2"
      py="0.5"
      borderRadius="full"
      textStyle="xs"
      fontWeight="medium"
      bg={`${tone}.wash`}
      color={tone}
      whiteSpace="nowrap"
    >
      <Icon name={alarm === "info" ? "info" : "warning"} size="1.1em" strokeWidth="2" />
      {t(`alarm.${alarm}`)}
    </Flex>
  );
}
