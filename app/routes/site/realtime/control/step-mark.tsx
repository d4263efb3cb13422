import { Box, Flex, Spinner, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { StepState } from "./control-state.ts";

const LOOK: Record<StepState, { bg: string; color: string; text: string }> = {
  done: { bg: "good.wash", color: "good", text: "fg" },
  current: { bg: "info.wash", color: "info", text: "fg" },
  ahead: { bg: "transparent", color: "fg.subtle", text: "fg.subtle" },
  skipped: { bg: "transparent", color: "fg.subtle", text: "fg.subtle" },
  failed: { bg: "fault.wash", color: "fault", text: "fg" },
};

type StepMarkProps = { state: StepState; last: boolean; children: ReactNode };

export function StepMark({ state, last, children }: StepMarkProps) {
  const look = LOOK[state];
  return (
    <Flex as="li" gap="3" data-step={state} aria-current={state === "current" ? "step" : undefined}>
      <Flex direction="column" align="center" w="6">
        <Flex
          w="6"
          h="6"
          flexShrink="0"
          align="center"
          justify="center"
          borderRadius="full"
          borderWidth="1.5px"
          borderColor={state === "ahead" || state === "skipped" ? "border.emphasized" : look.color}
          borderStyle={state === "skipped" ? "dashed" : "solid"}
          bg={look.bg}
          color={look.color}
        >
          {state === "done" && <Icon name="check" size="14px" strokeWidth="2.5" />}
          {state === "failed" && <Icon name="close" size="14px" strokeWidth="2.5" />}
          {state === "current" && <Spinner size="xs" />}
        </Flex>
        {!last && <Box w="2px" flex="1" minH="3" bg={state === "done" ? "good.fill" : "border"} />}
      </Flex>
      <Text
        textStyle="sm"
        color={look.text}
        fontWeight={state === "current" ? "semibold" : "normal"}
        pt="0.5"
        pb={last ? "0" : "2"}
      >
        {children}
      </Text>
    </Flex>
  );
}
