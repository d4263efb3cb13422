import { Flex } from "@chakra-ui/react";
import type { EquipmentStatus } from "#domain/devices/equipment-status.ts";
import type { ViewedEquipment } from "#protocol/viewer/messages.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import type { SignalName } from "../../../../theme/palette.ts";

/** Words that are news; all others just say what is running. */
const TONE: Partial<Record<EquipmentStatus, SignalName>> = {
  fault: "fault",
  overload: "fault",
  "battery low": "warning",
  "break off": "warning",
  off: "quiet",
  offline: "quiet",
  "not running": "quiet",
  idle: "quiet",
  standby: "info",
};

export function EquipmentState({ piece }: { piece: ViewedEquipment }) {
  const { t } = useTranslation("equipment");
  const status = piece.online ? piece.status : "offline";
  if (status === undefined) return null;
  const tone = TONE[status] ?? "good";
  return (
    <Flex
      as="span"
      align="center"
      h="6"
      px="2.5"
      borderRadius="full"
      textStyle="xs"
      fontWeight="medium"
      whiteSpace="nowrap"
      bg={`${tone}.wash`}
      color={tone}
    >
      {t(`status.${status}`)}
    </Flex>
  );
}
