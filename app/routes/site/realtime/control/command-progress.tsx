import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { CommandEnd } from "./command-end.tsx";
import { latestFor, STEPS, type Step, stepsOf } from "./control-state.ts";
import { StepMark } from "./step-mark.tsx";

const ConfirmSwitching = lazyComponent(() => import("./confirm-switching.tsx"));

const NONE: readonly CommandRecord[] = [];

type CommandProgressProps = {
  address: string;
  /** Id of the command whose progress and result are shown; null before the first and after the user closes it. */
  followed: string | null;
  onDismiss: () => void;
};

/** Progress of a command that was issued while this page was open. */
export default function CommandProgress({ address, followed, onDismiss }: CommandProgressProps) {
  const { t } = useTranslation(["realtime", "common"]);
  const asked = useLive((site) => (site.asked?.address === address ? site.asked : null));
  const commands = useLive((site) => site.view?.commands ?? NONE);
  const latest = latestFor(commands, address);
  const [seen, see] = useState<Step | null>(null);
  const open = latest !== null && latest.state !== "ended";
  const openState = open ? latest.state : null;
  useEffect(() => {
    if (openState !== null) see(openState);
  }, [openState]);
  const ended = asked !== null && followed === asked.commandId ? asked : null;
  if (ended?.state === "unconfirmed")
    return <ConfirmSwitching address={address} value={ended.value} onClose={onDismiss} />;
  if (ended !== null && ended.state !== "asking")
    return (
      <Ended onDismiss={onDismiss}>
        <Notice tone="fault">{t(`control.asked.${ended.state}`)}</Notice>
      </Ended>
    );
  if (asked?.state === "asking")
    return <Steps states={["current", "ahead", "ahead", "ahead"]} asking />;
  if (latest === null || latest.commandId !== followed) return null;
  if (open) return <Steps states={stepsOf(latest)} />;
  return (
    <Ended onDismiss={onDismiss}>
      <Steps states={stepsOf(latest, seen)} />
      <CommandEnd command={latest} />
    </Ended>
  );
}

function Steps({
  states,
  asking = false,
}: {
  states: ReturnType<typeof stepsOf>;
  asking?: boolean;
}) {
  const { t } = useTranslation("realtime");
  return (
    <Box
      as="ol"
      listStyleType="none"
      mt="4"
      aria-label={t("control.progress")}
      data-command-progress
    >
      {STEPS.map((step, index) => (
        <StepMark key={step} state={states[index] ?? "ahead"} last={index === STEPS.length - 1}>
          {asking && index === 0 ? t("control.step.asking") : t(`control.step.${step}`)}
        </StepMark>
      ))}
    </Box>
  );
}

function Ended({ children, onDismiss }: { children: ReactNode; onDismiss: () => void }) {
  const { t } = useTranslation("realtime");
  return (
    <Flex direction="column" gap="2" mt="3">
      {children}
      <Text textAlign="end">
        <Button size="xs" variant="ghost" onClick={onDismiss}>
          {t("control.dismiss")}
        </Button>
      </Text>
    </Flex>
  );
}
