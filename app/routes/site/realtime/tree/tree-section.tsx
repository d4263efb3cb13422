import { Box, chakra, Text } from "@chakra-ui/react";
import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { EQUIPMENT_ICONS } from "#app/routes/site/equipment-icons.ts";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { EquipmentState } from "./equipment-state.tsx";
import { RegisterList } from "./register-list.tsx";
import type { ShownPiece } from "./use-tree.ts";

type TreeSectionProps = {
  shown: ShownPiece;
  timeZone: string;
  /** During a search all results are open. */
  searching: boolean;
  initiallyOpen: boolean;
};

export function TreeSection({ shown, timeZone, searching, initiallyOpen }: TreeSectionProps) {
  const { t } = useTranslation("realtime");
  const [chosen, setOpen] = useState(initiallyOpen);
  const open = searching || chosen;
  const { piece, title, subtitle, registers } = shown;
  const id = useId();
  return (
    <Box borderTopWidth="1px">
      <Toggle
        type="button"
        aria-expanded={open}
        aria-controls={id}
        disabled={searching}
        onClick={() => setOpen(!open)}
      >
        <StyledIcon
          name="chevron"
          size="1em"
          color="fg.subtle"
          transition="transform 0.15s"
          transform={open ? "rotate(90deg)" : undefined}
          _rtl={{ transform: open ? "rotate(90deg)" : "scaleX(-1)" }}
        />
        <StyledIcon
          name={EQUIPMENT_ICONS[equipmentTypeOf(piece.typeCode ?? piece.address.slice(0, 4))]}
          color="brand.fg"
        />
        <Box flex="1" minW="0">
          <Text fontWeight="medium" truncate>
            <bdi>{title}</bdi>
          </Text>
          {subtitle !== "" && (
            <Text textStyle="xs" color="fg.muted" lineClamp="2">
              {subtitle}
            </Text>
          )}
        </Box>
        <EquipmentState piece={piece} />
        <Text
          textStyle="xs"
          color="fg.muted"
          display={{ base: "none", md: "block" }}
          minW="20"
          textAlign="end"
        >
          {t(searching ? "equipment.matches" : "equipment.registers", { count: registers.length })}
        </Text>
      </Toggle>
      <Box id={id} hidden={!open}>
        {open && (
          <>
            {piece.serial && (
              <Text px="5" pb="1" textStyle="xs" color="fg.muted" overflowWrap="anywhere">
                {t("equipment.serial", { serial: piece.serial })}
              </Text>
            )}
            <RegisterList registers={registers} timeZone={timeZone} />
          </>
        )}
      </Box>
    </Box>
  );
}

const Toggle = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    w: "full",
    minH: "13",
    px: { base: "4", md: "5" },
    py: "2",
    textAlign: "start",
    textStyle: "sm",
    cursor: "pointer",
    focusVisibleRing: "inside",
    focusRingWidth: "2px",
    _hover: { bg: "bg.hover" },
    _disabled: { cursor: "default", _hover: { bg: "transparent" } },
  },
});
