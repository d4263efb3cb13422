import { Flex, Text } from "@chakra-ui/react";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { useLive, useLiveValue } from "../../../../live/live-context.ts";
import { Icon } from "../../../../ui/icons/icon.tsx";
import type { FlowLayout } from "./flow-layout.ts";

/** The inverter in the middle, and whether it runs. */
export function FlowHub({ layout }: { layout: FlowLayout }) {
  const { t } = useTranslation("realtime");
  const on = useLiveValue(SITE_ADDRESS.invertersOn);
  const status = useLive((site) => site.view?.siteStatus);
  const off = on === 0 || status === "off";
  return (
    <Flex
      position="absolute"
      direction="column"
      align="center"
      justify="center"
      w="92px"
      h="92px"
      borderRadius="full"
      bg="bg.panel"
      borderWidth="2px"
      borderColor={off ? "border.emphasized" : "brand.focusRing"}
      color={off ? "fg.muted" : "brand.fg"}
      style={{
        insetInlineStart: `${(layout.hub.x / layout.width) * 100}%`,
        top: `${(layout.hub.y / layout.height) * 100}%`,
      }}
      translate={{ base: "-50% -50%", _rtl: "50% -50%" }}
    >
      <Icon name={off ? "power" : "inverter"} size="28px" />
      <Text textStyle="2xs" fontWeight="semibold" mt="0.5">
        {off ? t("flow.hub.off") : t("flow.hub.inverter")}
      </Text>
    </Flex>
  );
}
