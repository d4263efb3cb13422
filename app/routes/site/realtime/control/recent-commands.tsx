import { Box, Heading, Text } from "@chakra-ui/react";
import { Suspense, useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import type { CommandRecord } from "#domain/commands/command-record.ts";

/** Loaded with the first command, because the names of registers are large. */
const CommandList = lazyComponent(() => import("./command-list.tsx"), { reportErrors: false });

const NONE: readonly CommandRecord[] = [];

/** Commands of the last hour: who issued them, and their results. */
export function RecentCommands({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation("realtime");
  const commands = useLive((site) => site.view?.commands ?? NONE);
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} layerStyle="card" px="5" py="4">
      <Heading id={id} as="h2" textStyle="md" fontWeight="semibold" mb="1">
        {t("commands.title")}
      </Heading>
      {commands.length === 0 ? (
        <Text textStyle="sm" color="fg.muted">
          {t("commands.none")}
        </Text>
      ) : (
        <Suspense>
          <CommandList commands={commands} timeZone={timeZone} />
        </Suspense>
      )}
    </Box>
  );
}
