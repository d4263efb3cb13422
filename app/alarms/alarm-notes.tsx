import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import type { ListedAlarm } from "./listed-alarm.ts";

type AlarmNotesProps = {
  alarm: ListedAlarm;
  timeText: (at: number) => string;
  /** ms UTC */
  now: number;
};

/** Explains what is special about an alarm: late data, suppression, flapping, acknowledgement and snooze. */
export function AlarmNotes({ alarm, timeText, now }: AlarmNotesProps) {
  const { t } = useTranslation("alarms");
  const { retroactive, inhibitedBy, flaps, acknowledged, snoozedUntil, endTime } = alarm;
  const isSnoozed = snoozedUntil !== null && endTime === null && snoozedUntil > now;
  const notes = [
    ...(flaps > 0 ? [{ mark: t("notes.flapping"), text: t("notes.flaps", { count: flaps }) }] : []),
    ...(inhibitedBy !== null
      ? [{ mark: t("notes.inhibited"), text: t("notes.inhibitedText") }]
      : []),
    ...(retroactive ? [{ mark: t("notes.retroactive"), text: t("notes.retroactiveText") }] : []),
    ...(acknowledged !== null
      ? [
          {
            mark: t("notes.acknowledged"),
            text: t("notes.acknowledgedText", {
              name: acknowledged.by === "" ? t("notes.deletedUser") : acknowledged.by,
              time: timeText(acknowledged.at),
            }),
          },
        ]
      : []),
    ...(isSnoozed
      ? [
          {
            mark: t("notes.snoozed"),
            text: t("notes.snoozedText", { time: timeText(snoozedUntil) }),
          },
        ]
      : []),
  ];
  if (notes.length === 0) return null;
  return (
    <Notes>
      {notes.map(({ mark, text }) => (
        <li key={mark}>
          <b>{mark}</b>
          <span>{text}</span>
        </li>
      ))}
    </Notes>
  );
}

const Notes = styled("ul", {
  listStyleType: "none",
  gridColumn: "2 / -1",
  display: "flex",
  flexDirection: "column",
  gap: "1",
  textStyle: "xs",
  color: "fg.muted",
  "& li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "2",
    rowGap: "0.5",
  },
  "& b": {
    px: "1.5",
    borderRadius: "sm",
    bg: "bg.sunken",
    color: "fg",
    fontWeight: "medium",
    whiteSpace: "nowrap",
  },
  "& span": { minW: "0", overflowWrap: "anywhere" },
});
