import { Box, chakra, Heading, Text } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import type { SignalName } from "#app/theme/palette.ts";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { newestFirst } from "./control-state.ts";
import { useCommandText } from "./use-command-text.ts";

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
        <List>
          {newestFirst(commands).map((command) => (
            <Item key={command.commandId} command={command} timeZone={timeZone} />
          ))}
        </List>
      )}
    </Box>
  );
}

function Item({ command, timeZone }: { command: CommandRecord; timeZone: string }) {
  const { t } = useTranslation("realtime");
  const { registerText, valueText } = useCommandText();
  const { address, value, by, at } = command;
  const [, time] = formatLocalTime(at, timeZone).split(" ");
  return (
    <li>
      <span data-what>
        {t("commands.what", { register: registerText(address), value: valueText(address, value) })}
      </span>
      <chakra.span data-state color={toneOf(command)}>
        {command.state === "ended"
          ? t(`commands.result.${command.result ?? "unknown"}`)
          : t(`commands.state.${command.state}`)}
      </chakra.span>
      <span data-by>{t("commands.by", { name: by })}</span>
      <time dateTime={new Date(at).toISOString()}>{time}</time>
    </li>
  );
}

function toneOf({ state, result }: CommandRecord): SignalName {
  if (state !== "ended") return "info";
  if (result === "success") return "good";
  return result === "expired" || result === "unknown" ? "warning" : "fault";
}

const List = chakra("ul", {
  base: {
    listStyleType: "none",
    textStyle: "sm",
    maxH: "52",
    overflowY: "auto",
    "& li": {
      display: "grid",
      gridTemplateColumns: "1fr auto",
      columnGap: "3",
      py: "2",
      borderColor: "border.muted",
    },
    "& li + li": { borderTopWidth: "1px" },
    "& [data-what]": { overflowWrap: "anywhere" },
    "& [data-state]": { fontWeight: "medium", textAlign: "end" },
    "& [data-by], & time": { textStyle: "xs", color: "fg.muted" },
    "& time": { textAlign: "end" },
  },
});
