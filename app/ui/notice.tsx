import { Flex, type FlexProps } from "@chakra-ui/react";
import type { SignalName } from "../theme/palette.ts";
import { Icon } from "./icons/icon.tsx";
import type { IconName } from "./icons/icon-paths-data.ts";

const ICON: Record<SignalName, IconName> = {
  good: "check",
  warning: "warning",
  fault: "warning",
  quiet: "info",
  info: "info",
};

/** A message within a page. Faults and warnings are announced at once. */
export function Notice({ tone, children, ...rest }: FlexProps & { tone: SignalName }) {
  return (
    <Flex
      role={tone === "fault" || tone === "warning" ? "alert" : "status"}
      gap="2.5"
      align="flex-start"
      px="3.5"
      py="2.5"
      borderRadius="md"
      textStyle="sm"
      bg={`${tone}.wash`}
      color={tone}
      css={{ "& a": { textDecoration: "underline" } }}
      {...rest}
    >
      <Icon name={ICON[tone]} />
      <span>{children}</span>
    </Flex>
  );
}
