import { Box, Button, Flex, Heading, Text } from "@chakra-ui/react";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveConnection, useLiveValue } from "#app/live/live-context.ts";
import { isCurrent } from "#app/live/live-site.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { blockedBy, pendingCommand } from "./control-state.ts";

const CommandProgress = lazyComponent(() => import("./command-progress.tsx"), {
  reportErrors: false,
});
const AskDialog = lazyComponent(() => import("#app/ui/ask-dialog.tsx"));

const ADDRESS = SITE_ADDRESS.invertersOn;

/** Switches the inverter off and on: asks for confirmation, then shows the progress of the command. */
export function InverterControl({ siteName }: { siteName: string }) {
  const { t } = useTranslation("realtime");
  const { control } = useLiveConnection();
  const value = useLiveValue(ADDRESS);
  const current = useLive(isCurrent);
  const blocked = useLive((site) => blockedBy(site, ADDRESS));
  const pending = useLive((site) => pendingCommand(site, ADDRESS));
  // Kept here, because a command can end before the part that shows its progress is loaded.
  const [followed, follow] = useState<string | null>(null);
  useEffect(() => {
    if (pending !== null) follow(pending);
  }, [pending]);
  const [dialog, setDialog] = useState<"unused" | "open" | "closed">("unused");
  const id = useId();
  const reasonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const hasReason = blocked !== null && blocked !== "busy";
  const state = value === 1 ? "on" : value === 0 ? "off" : "unknown";
  const turnOn = state === "off";
  return (
    <Box as="section" aria-labelledby={id} layerStyle="card" px="5" py="4">
      <Flex align="center" gap="3" wrap="wrap">
        <Flex
          w="10"
          h="10"
          flexShrink="0"
          align="center"
          justify="center"
          borderRadius="lg"
          bg={state === "on" ? "good.wash" : "quiet.wash"}
          color={state === "on" ? "good" : "quiet"}
        >
          <Icon name="power" size="22px" />
        </Flex>
        <Box flex="1" minW="min-content">
          <Heading id={id} as="h2" textStyle="md" fontWeight="semibold">
            {t("control.title")}
          </Heading>
          <Text textStyle="sm" color="fg.muted" data-inverters={state}>
            {t(
              current || state === "unknown"
                ? `control.state.${state}`
                : `control.lastKnown.${state}`,
            )}
          </Text>
        </Box>
        <Button
          size="sm"
          variant={turnOn ? "solid" : "outline"}
          colorPalette={turnOn ? "brand" : "danger"}
          ref={button}
          // Not disabled: that would take the focus from the user who has just confirmed.
          aria-disabled={blocked !== null}
          aria-describedby={hasReason ? reasonId : undefined}
          onClick={() => blocked === null && setDialog("open")}
        >
          {t(turnOn ? "control.switchOn" : "control.switchOff")}
        </Button>
      </Flex>
      {hasReason && (
        <Text id={reasonId} textStyle="xs" color="fg.muted" mt="2">
          {t(`control.blocked.${blocked}`)}
        </Text>
      )}
      <Box aria-live="polite">
        {(dialog !== "unused" || followed !== null) && (
          // Names of registers load with it; the page around it stays, and the focus with it.
          <Suspense>
            <CommandProgress
              address={ADDRESS}
              followed={followed}
              onDismiss={() => {
                follow(null);
                button.current?.focus();
              }}
            />
          </Suspense>
        )}
      </Box>
      {dialog !== "unused" && (
        <Suspense>
          <AskDialog
            open={dialog === "open"}
            title={t(turnOn ? "control.dialog.titleOn" : "control.dialog.titleOff")}
            text={t(turnOn ? "control.dialog.effectOn" : "control.dialog.effectOff", {
              site: siteName,
            })}
            submit={t(turnOn ? "control.dialog.confirmOn" : "control.dialog.confirmOff")}
            tone={turnOn ? "brand" : "danger"}
            onClose={() => setDialog("closed")}
            onSubmit={() => {
              setDialog("closed");
              control(ADDRESS, turnOn ? 1 : 0);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}
