import type { EventLevel } from "#domain/alarms/event.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { Icon } from "../ui/icons/icon.tsx";

/** Level of an alarm as an icon and a word. */
export function LevelMark({ level }: { level: EventLevel }) {
  const { t } = useTranslation();
  return (
    <Mark data-level={level}>
      <Icon name={level === "info" ? "info" : "warning"} size="1.1em" strokeWidth={2} />
      {t(`alarm.${level}`)}
    </Mark>
  );
}

const Mark = styled("span", {
  display: "inline-flex",
  alignItems: "center",
  gap: "1.5",
  px: "2",
  py: "0.5",
  borderRadius: "full",
  textStyle: "xs",
  fontWeight: "medium",
  whiteSpace: "nowrap",
  "&[data-level=fault]": { bg: "fault.wash", color: "fault" },
  "&[data-level=warning]": { bg: "warning.wash", color: "warning" },
  "&[data-level=info]": { bg: "info.wash", color: "info" },
});
