import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { CommandRecord } from "#domain/commands/command-record.ts";
import { useCommandText } from "./use-command-text.ts";

/** Result of a command in plain words. */
export function CommandEnd({ command }: { command: CommandRecord }) {
  const { t } = useTranslation("realtime");
  const { valueText } = useCommandText();
  const result = command.result ?? "unknown";
  const known = command.readBack !== undefined && command.readBack !== null;
  const readBack = valueText(command.address, command.readBack);
  if (result === "success")
    return <Notice tone="good">{t("control.end.success", { readBack })}</Notice>;
  if (result === "unknown")
    return (
      <Notice tone="warning">
        {known ? t("control.end.unknownRead", { readBack }) : t("control.end.unknown")}
      </Notice>
    );
  if (result === "configuration failed")
    return (
      <Notice tone="fault">
        {known
          ? t("control.end.configuration failed", { readBack })
          : t("control.end.configuration failedNoRead")}
      </Notice>
    );
  return (
    <Notice tone={result === "expired" ? "warning" : "fault"}>{t(`control.end.${result}`)}</Notice>
  );
}
