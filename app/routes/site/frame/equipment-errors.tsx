import { Box, chakra, Flex, IconButton, Text } from "@chakra-ui/react";
import { useId } from "react";
import { Link } from "react-router";
import { useFaultText } from "#app/alarms/use-fault-text.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { StyledIcon } from "#app/ui/icons/styled-icon.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { EventLevel } from "#domain/alarms/event.ts";
import type { EquipmentError } from "#protocol/viewer/messages.ts";
import { useEquipmentName } from "../use-equipment-name.ts";

const NONE: readonly EquipmentError[] = [];
const RANK: Record<EventLevel, number> = { fault: 0, warning: 1, info: 2 };

type EquipmentErrorsProps = {
  timeZone: string;
  /** Address of the active alarms; null if the user may not view them. */
  log: string | null;
};

/** Lists the current errors of the site's equipment above its pages, with a link to the active alarms. */
export default function EquipmentErrors({ timeZone, log }: EquipmentErrorsProps) {
  usePageTexts("faults");
  const { t } = useTranslation("site");
  const errors = useLive((site) => site.view?.errors ?? NONE);
  const id = useId();
  if (errors.length === 0) return null;
  const sorted = errors.toSorted(
    (a, b) => RANK[a.eventTrigger] - RANK[b.eventTrigger] || b.at - a.at,
  );
  const tone = sorted[0]?.eventTrigger ?? "warning";
  return (
    <>
      <FloatingButton
        type="button"
        data-floating
        popoverTarget={id}
        aria-label={t("errors.open", { count: errors.length })}
        bg={`${tone}.wash`}
        color={tone}
        borderColor={`${tone}.fill`}
      >
        <Icon name="warning" size="24px" />
        <Count bg={`${tone}.fill`}>{errors.length}</Count>
      </FloatingButton>
      <Panel id={id} popover="auto" role="dialog" aria-label={t("errors.title")}>
        <Flex align="center" justify="space-between" px="4" py="2.5" borderBottomWidth="1px">
          <Text fontWeight="semibold">{t("errors.title")}</Text>
          <IconButton
            asChild
            variant="ghost"
            colorPalette="gray"
            size="xs"
            aria-label={t("errors.close")}
          >
            <button type="button" popoverTarget={id} popoverTargetAction="hide">
              <Icon name="close" />
            </button>
          </IconButton>
        </Flex>
        <Box as="ul" listStyleType="none" overflowY="auto" maxH="60dvh" py="1">
          {sorted.map((error) => (
            <ErrorItem
              key={`${error.address} ${error.eventNo}`}
              error={error}
              timeZone={timeZone}
            />
          ))}
        </Box>
        {log !== null && (
          <Box px="4" py="2.5" borderTopWidth="1px">
            <AlarmLink to={log} onClick={() => document.getElementById(id)?.hidePopover()}>
              {t("errors.alarms")}
            </AlarmLink>
          </Box>
        )}
      </Panel>
    </>
  );
}

function ErrorItem({ error, timeZone }: { error: EquipmentError; timeZone: string }) {
  const { t } = useTranslation("site");
  const equipmentName = useEquipmentName();
  const faultText = useFaultText();
  const { eventTrigger, eventNo, at } = error;
  const message = faultText(error.message, error.faultCode);
  return (
    <Flex as="li" gap="3" px="4" py="2.5">
      <StyledIcon
        name={eventTrigger === "info" ? "info" : "warning"}
        color={eventTrigger}
        mt="0.5"
      />
      <Box minW="0">
        <Text fontWeight="semibold" overflowWrap="anywhere">
          {equipmentName(error.equipmentName, error.address)}
        </Text>
        {message !== "" && (
          <Text overflowWrap="anywhere" dir="auto">
            {message}
          </Text>
        )}
        <Text textStyle="xs" color="fg.muted">
          {t("errors.number", { number: eventNo })}
          {" · "}
          <Moment at={at} timeZone={timeZone} />
        </Text>
      </Box>
    </Flex>
  );
}

const AlarmLink = chakra(Link, {
  base: {
    fontWeight: "medium",
    color: "brand.fg",
    borderRadius: "xs",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
  },
});

const FloatingButton = chakra("button", {
  base: {
    position: "fixed",
    bottom: { base: "4", lg: "6" },
    insetEnd: { base: "4", lg: "6" },
    zIndex: "sticky",
    w: "14",
    h: "14",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    borderRadius: "full",
    borderWidth: "1.5px",
    boxShadow: "md",
    cursor: "pointer",
    focusVisibleRing: "outside",
    _print: { display: "none" },
  },
});

const Count = chakra("span", {
  base: {
    position: "absolute",
    top: "-1",
    insetEnd: "-1",
    minW: "5",
    h: "5",
    px: "1.5",
    borderRadius: "full",
    textStyle: "xs",
    lineHeight: "1.25rem",
    fontWeight: "bold",
    color: "#161616",
  },
});

const Panel = chakra("div", {
  base: {
    position: "fixed",
    inset: "auto",
    bottom: { base: "20", lg: "24" },
    insetEnd: { base: "4", lg: "6" },
    m: "0",
    p: "0",
    w: "min(24rem, calc(100vw - 2rem))",
    bg: "bg.raised",
    color: "fg",
    borderWidth: "1px",
    borderRadius: "xl",
    boxShadow: "lg",
    textStyle: "sm",
    overflow: "hidden",
  },
});
