import { Box, Flex } from "@chakra-ui/react";
import type { ListedStatus } from "#domain/sites/site-list.ts";
import type { SiteStatus } from "#domain/sites/site-status.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import type { SignalName } from "../theme/palette.ts";

export const STATUS_TONE: Record<SiteStatus | ListedStatus, SignalName> = {
  normal: "good",
  warning: "warning",
  fault: "fault",
  offline: "quiet",
  standby: "info",
  off: "quiet",
  stopped: "quiet",
  neverConnected: "quiet",
};

/** Whether a status is drawn as a ring instead of a dot, because nothing runs. */
export function hasRing(status: SiteStatus | ListedStatus): boolean {
  return STATUS_TONE[status] === "quiet";
}

type StatusBadgeProps = {
  status: SiteStatus | ListedStatus;
  /** Whether the connection that reports the status is lost. */
  isLastKnown?: boolean;
};

/** A site's status as a dot and its name; a ring instead of a dot if nothing runs, or if that is no longer known. */
export function StatusBadge({ status, isLastKnown = false }: StatusBadgeProps) {
  const { t } = useTranslation();
  const tone = isLastKnown ? "quiet" : STATUS_TONE[status];
  const hollow = isLastKnown || hasRing(status);
  const name = t(`siteStatus.${status}`);
  return (
    <Flex
      as="span"
      display="inline-flex"
      align="center"
      gap="2"
      color={tone}
      fontWeight="medium"
      textStyle="sm"
      whiteSpace="nowrap"
    >
      <Box
        as="span"
        w="2"
        h="2"
        borderRadius="full"
        bg={hollow ? "transparent" : `${tone}.fill`}
        boxShadow={hollow ? "inset 0 0 0 1.5px currentColor" : undefined}
      />
      {isLastKnown ? t("siteStatus.lastKnown", { name }) : name}
    </Flex>
  );
}
