import { chakra, Flex, IconButton } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Icon } from "../ui/icons/icon.tsx";

type DayStepperProps = {
  /** Null if there is no earlier period; the next one never lies after today. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  previousLabel: string;
  nextLabel: string;
  children: ReactNode;
};

/** One period between buttons for the previous and the next one: from left to right in every language, like the charts. */
export function DayStepper(props: DayStepperProps) {
  const { onPrevious, onNext, previousLabel, nextLabel, children } = props;
  const { i18n } = useTranslation();
  return (
    <Flex align="center" gap="1" minW="0" dir="ltr">
      <Step label={previousLabel} onPress={onPrevious} turned />
      <chakra.div display="contents" dir={i18n.dir()}>
        {children}
      </chakra.div>
      <Step label={nextLabel} onPress={onNext} />
    </Flex>
  );
}

type StepProps = { label: string; onPress: (() => void) | null; turned?: boolean };

function Step({ label, onPress, turned = false }: StepProps) {
  return (
    <IconButton
      variant="ghost"
      size="sm"
      aria-label={label}
      disabled={onPress === null}
      onClick={() => onPress?.()}
    >
      <chakra.span display="inline-flex" transform={turned ? "scaleX(-1)" : undefined}>
        <Icon name="chevron" />
      </chakra.span>
    </IconButton>
  );
}
