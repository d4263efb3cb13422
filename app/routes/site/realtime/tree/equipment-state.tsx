import { Flex } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { toneOfEquipment } from "#app/ui/equipment-tone.ts";
import type { ViewedEquipment } from "#protocol/viewer/messages.ts";

export function EquipmentState({ piece }: { piece: ViewedEquipment }) {
  const { t } = useTranslation("equipment");
  const status = piece.online ? piece.status : "offline";
  if (status === null) return null;
  const tone = toneOfEquipment(status);
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
