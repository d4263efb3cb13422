import type { ReactNode } from "react";
import { formatTimeText } from "#domain/units/date-text.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { formatLocalDay, formatLocalTime } from "#domain/units/local-time.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { Moment } from "../ui/moment.tsx";
import { useServerTime } from "../ui/server-clock.ts";
import { type AcknowledgeFailure, AlarmMarks, AlarmNotes } from "./alarm-notes.tsx";
import { REASON_TEXTS, SOURCE_TEXTS } from "./alarm-words.ts";
import { LevelMark } from "./level-mark.tsx";
import type { ListedAlarm } from "./listed-alarm.ts";
import { useDeviceName } from "./use-device-name.ts";
import { useDurationText } from "./use-duration-text.ts";
import { valueText } from "./value-text.ts";

type AlarmItemProps = {
  alarm: ListedAlarm;
  timeZone: string;
  /** Clock of the server when it rendered the page, ms UTC. */
  now: number;
  /** Site of the alarm with a link, in a list of several sites. */
  site?: ReactNode;
  /** Check box that selects the alarm. */
  selection?: ReactNode;
  isMarked?: boolean;
  /** Why it could not be acknowledged. */
  failure?: AcknowledgeFailure | null;
  /** Whether it was acknowledged just now, which the list does not contain yet. */
  isDone?: boolean;
  /** Buttons of the alarm. */
  children?: ReactNode;
};

/** One alarm of a list: what, where, when, how far, and what was done about it. */
export function AlarmItem(props: AlarmItemProps) {
  const {
    alarm,
    timeZone,
    now,
    site,
    selection,
    isMarked = false,
    failure = null,
    isDone = false,
    children,
  } = props;
  const { t, i18n } = useTranslation("alarms");
  const { language } = i18n;
  const { logId, level, description, source, startTime, endTime, reason } = alarm;
  const device = useDeviceName()(alarm);
  const value = valueText(alarm.value, alarm.unit, language);
  const limit = valueText(alarm.limit, alarm.unit, language);
  return (
    <li
      id={`alarm-${logId}`}
      data-open={endTime === null || undefined}
      data-marked={isMarked || undefined}
      // Takes the focus from a link of a notification, and when an action removes its button.
      tabIndex={-1}
    >
      {selection}
      <div data-what>
        <p>
          <LevelMark level={level} /> <strong>{description}</strong>
        </p>
        <small>
          {value !== null && (
            <span>
              <b>{value}</b>
              {limit !== null && <> {t("list.limit", { limit })}</>}
            </span>
          )}
          {site}
          {/* The separator before it follows the direction of the page. */}
          <span>
            <bdi>{device}</bdi>
          </span>
          <span>{t(`sources.${SOURCE_TEXTS[source]}`)}</span>
          <AlarmMarks alarm={alarm} />
        </small>
      </div>
      <div data-when>
        <p>
          {endTime === null ? (
            <b data-state="open">
              {t("list.open")} <Running since={startTime} now={now} />
            </b>
          ) : (
            <Duration ms={endTime - startTime} />
          )}
        </p>
        <small>
          <Moment at={startTime} timeZone={timeZone} />
          {endTime !== null && (
            <>
              <span aria-hidden>{"–"}</span>
              <End start={startTime} end={endTime} timeZone={timeZone} />
            </>
          )}
        </small>
        {reason !== null && !USUAL_REASONS.has(reason) && (
          <small>{t(`reasons.${REASON_TEXTS[reason]}`)}</small>
        )}
      </div>
      <AlarmNotes
        alarm={alarm}
        failure={failure}
        isDone={isDone}
        timeText={(at) => formatTimeText(at, timeZone, language)}
        now={now}
      />
      {children && <div data-actions>{children}</div>}
    </li>
  );
}

/** Reasons that say no more than that the alarm ended. */
const USUAL_REASONS: ReadonlySet<ListedAlarm["reason"]> = new Set(["recovered", "cleared"]);

/** End of an alarm: the time alone if it is on the day of the start. */
function End({ start, end, timeZone }: { start: number; end: number; timeZone: string }) {
  if (formatLocalDay(start, timeZone) !== formatLocalDay(end, timeZone))
    return <Moment at={end} timeZone={timeZone} />;
  return (
    <time dateTime={new Date(end).toISOString()}>
      <bdi dir="ltr">{formatLocalTime(end, timeZone).slice(DATE_AND_SPACE)}</bdi>
    </time>
  );
}

/** Characters of a date and the space behind it. */
const DATE_AND_SPACE = 11;

function Duration({ ms }: { ms: number }) {
  return <span>{useDurationText()(ms)}</span>;
}

/** Duration of an open alarm, which runs. */
function Running({ since, now }: { since: number; now: number }) {
  const time = useServerTime(now, SECOND_MS);
  return <Duration ms={time - since} />;
}
