import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import type { ListedAlarm } from "./listed-alarm.ts";

export type AcknowledgeFailure = "notFound" | "forbidden" | "unavailable";

type AlarmNotesProps = {
  alarm: ListedAlarm;
  /** Why it could not be acknowledged. */
  failure: AcknowledgeFailure | null;
  /** Whether it was acknowledged just now, which the list does not contain yet. */
  isDone: boolean;
  timeText: (at: number) => string;
  /** ms UTC */
  now: number;
};

/** Explains what happened to an alarm: a failed acknowledgement, flapping, acknowledgement and snooze. */
export function AlarmNotes({ alarm, failure, isDone, timeText, now }: AlarmNotesProps) {
  const { t } = useTranslation("alarms");
  const { flaps, acknowledged, snoozedUntil, endTime } = alarm;
  const isSnoozed = snoozedUntil !== null && endTime === null && snoozedUntil > now;
  const notes: { mark: string; text: string; isFailure?: boolean }[] = [
    ...(failure !== null
      ? [{ mark: t("notes.failed"), text: t(`notes.failures.${failure}`), isFailure: true }]
      : []),
    ...(isDone && acknowledged === null ? [{ mark: t("notes.acknowledged"), text: "" }] : []),
    ...(flaps > 0 ? [{ mark: t("notes.flapping"), text: t("notes.flaps", { count: flaps }) }] : []),
    ...(acknowledged !== null
      ? [
          {
            mark: t("notes.acknowledged"),
            text:
              // The demo account does not see who it was.
              acknowledged.by === null
                ? timeText(acknowledged.at)
                : t("notes.acknowledgedText", {
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
      {notes.map(({ mark, text, isFailure }) => (
        <li key={mark} data-failure={isFailure}>
          <b>{mark}</b>
          {text !== "" && <span>{text}</span>}
        </li>
      ))}
    </Notes>
  );
}

const MARKS = ["inhibited", "retroactive"] as const;

const hasMark = (alarm: ListedAlarm, mark: (typeof MARKS)[number]) =>
  mark === "inhibited" ? alarm.inhibitedBy !== null : alarm.retroactive;

/** Marks an alarm without a notification, whose reason the legend of the list has. */
export function AlarmMarks({ alarm }: { alarm: ListedAlarm }) {
  const { t } = useTranslation("alarms");
  return MARKS.filter((mark) => hasMark(alarm, mark)).map((mark) => (
    <em key={mark} title={t(`notes.${mark}Text`)}>
      {t(`notes.${mark}`)}
    </em>
  ));
}

/** Explains once what the marks of a list mean. */
export function AlarmLegend({ alarms }: { alarms: readonly ListedAlarm[] }) {
  const { t } = useTranslation("alarms");
  const marks = MARKS.filter((mark) => alarms.some((alarm) => hasMark(alarm, mark)));
  if (marks.length === 0) return null;
  return (
    <Notes>
      {marks.map((mark) => (
        <li key={mark}>
          <b>{t(`notes.${mark}`)}</b>
          <span>{t(`notes.${mark}Text`)}</span>
        </li>
      ))}
    </Notes>
  );
}

const Notes = styled("ul", {
  listStyleType: "none",
  gridArea: "notes",
  "li > &": { mt: "1.5" },
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  rowGap: "1",
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
  "& [data-failure] b": { bg: "fault.wash", color: "fault" },
});
