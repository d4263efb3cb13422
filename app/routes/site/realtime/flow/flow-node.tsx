import { Box, Flex, Text } from "@chakra-ui/react";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { Flow } from "#domain/sites/energy-flow.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { useLiveValue } from "../../../../live/live-context.ts";
import { Icon } from "../../../../ui/icons/icon.tsx";
import { ChargeRing } from "./charge-ring.tsx";
import type { FlowLayout } from "./flow-layout.ts";

type FlowNodeProps = { flow: Flow; layout: FlowLayout; wide: boolean };

/** Of these the sign tells which way the energy runs. */
const TWO_WAY: ReadonlySet<string> = new Set(["grid", "battery"]);

export function FlowNode({ flow, layout, wide }: FlowNodeProps) {
  const { t, i18n } = useTranslation("realtime");
  const place = layout.places[flow.name];
  if (!place) return null;
  const power = formatQuantity(flow.power, "W", {
    language: i18n.language,
    decimals: 0,
    sign: TWO_WAY.has(flow.name) ? "always" : "auto",
  });
  const flowing = flow.direction === "in" || flow.direction === "out";
  return (
    <Flex
      position="absolute"
      direction={wide ? "row" : "column"}
      align="center"
      gap={wide ? "3" : "1.5"}
      w={wide ? "184px" : "106px"}
      minH={wide ? "76px" : "0"}
      px={wide ? "3.5" : "1"}
      py="2.5"
      bg="bg.panel"
      borderWidth="1.5px"
      borderStyle={flow.direction === "unknown" ? "dashed" : "solid"}
      borderColor={flowing ? `${flow.name}.fill` : "border"}
      borderRadius="xl"
      textAlign={wide ? "start" : "center"}
      data-node={flow.name}
      style={{
        insetInlineStart: `${(place.node.x / layout.width) * 100}%`,
        top: `${(place.node.y / layout.height) * 100}%`,
      }}
      translate={{ base: "-50% -50%", _rtl: "50% -50%" }}
    >
      {flow.name === "battery" ? (
        <BatteryRing />
      ) : (
        <Flex
          w="44px"
          h="44px"
          flexShrink="0"
          align="center"
          justify="center"
          borderRadius="full"
          bg={`${flow.name}.wash`}
          color={flow.name}
        >
          <Icon name={flow.name} size="24px" />
        </Flex>
      )}
      <Box minW="0">
        <Text textStyle="xs" color="fg.muted">
          {t(`flow.name.${flow.name}`)}
        </Text>
        <Text
          fontSize={wide ? "xl" : "md"}
          fontWeight="semibold"
          lineHeight="1.3"
          whiteSpace="nowrap"
        >
          <span dir="ltr">
            <Text as="span" textStyle="figure">
              {power.number}
            </Text>{" "}
            <Text as="span" textStyle="xs" fontWeight="medium" color="fg.muted">
              {power.unit}
            </Text>
          </span>
        </Text>
        <Text textStyle="xs" color={flowing ? flow.name : "fg.muted"} fontWeight="medium">
          {t(`flow.state.${flow.name}.${flow.direction}`)}
        </Text>
      </Box>
    </Flex>
  );
}

function BatteryRing() {
  const charge = useLiveValue(SITE_ADDRESS.batterySoc);
  return <ChargeRing charge={typeof charge === "number" ? charge : null} />;
}
