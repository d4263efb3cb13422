import { chakra } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SignalName } from "#app/theme/palette.ts";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { newestFirst } from "./control-state.ts";
import { useCommandText } from "./use-command-text.ts";

type CommandListProps = { commands: readonly CommandRecord[]; timeZone: string };

/** Commands with their authors and results, the newest first. */
export default function CommandList({ commands, timeZone }: CommandListProps) {
  return (
    <List>
      {newestFirst(commands).map((command) => (
        <Item key={command.commandId} command={command} timeZone={timeZone} />
      ))}
    </List>
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
