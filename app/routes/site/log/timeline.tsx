import type { CSSProperties } from "react";
import { Link } from "react-router";
import type { ListedAlarm } from "#app/alarms/listed-alarm.ts";
import { useDeviceName } from "#app/alarms/use-device-name.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { formatTimeText } from "#domain/units/date-text.ts";
import { TimelineFrame } from "./timeline-frame.tsx";
import { timelineLanes, timelineSpan, timelineTicks } from "./timeline-lanes.ts";

type TimelineProps = {
  alarms: readonly ListedAlarm[];
  /** Alarms of the filters, and how many of them are newer than the drawn ones. */
  total: number;
  before: number;
  period: { from?: number; to?: number };
  /** Address of the row of an alarm by its place among those of the filters, from 0. */
  addressOf: (alarm: ListedAlarm, place: number) => string;
  timeZone: string;
  /** ms UTC */
  now: number;
};

/** Alarms as bars on a time axis, a lane for each device; a bar leads to its row in the list. */
export function Timeline(props: TimelineProps) {
  const { alarms, total, before, period, addressOf, timeZone, now } = props;
  const { t, i18n } = useTranslation(["alarms", "common"]);
  const isPart = total > alarms.length;
  // Part of the alarms says nothing about the rest of the period.
  const span = timelineSpan(alarms, isPart ? {} : period, now);
  const lanes = timelineLanes(alarms, span, now);
  const ticks = timelineTicks(span, timeZone);
  const placeOf = new Map(alarms.map(({ logId }, place) => [logId, before + place]));
  const deviceName = useDeviceName();
  const time = (at: number) => formatTimeText(at, timeZone, i18n.language);
  const nowAt = (now - span.from) / (span.to - span.from);
  return (
    <TimelineFrame aria-label={t("timeline.label")}>
      <figcaption>
        <ul>
          {EVENT_LEVELS.map((level) => {
            const count = alarms.filter((alarm) => alarm.level === level).length;
            return (
              count > 0 && (
                <li key={level}>
                  <i data-level={level} />
                  {t(`all.levels.${level}`, { count })}
                </li>
              )
            );
          })}
        </ul>
        {isPart && (
          <span>{t("timeline.part", { from: before + 1, to: before + alarms.length, total })}</span>
        )}
      </figcaption>
      <ol>
        {lanes.map(({ levels, bars }) => {
          const name = bars[0] ? deviceName(bars[0].row) : "";
          return (
            <li key={bars[0]?.row.logId}>
              <span data-device title={name}>
                <bdi>{name}</bdi>
              </span>
              <div data-lane style={laneStyle(levels)}>
                {ticks.map(({ at }) => (
                  <i key={at} data-tick style={tickStyle(at)} />
                ))}
                {nowAt <= 1 && <i data-now style={tickStyle(nowAt)} />}
                {bars.map(({ row, from, length, level: place }) => {
                  const { logId, level, description, startTime, endTime } = row;
                  const values = {
                    level: t(`common:alarm.${level}`),
                    description,
                    start: time(startTime),
                    end: endTime === null ? t("list.open") : time(endTime),
                  };
                  const text = t("timeline.bar", values);
                  return (
                    <Link
                      key={logId}
                      to={addressOf(row, placeOf.get(logId) ?? 0)}
                      title={text}
                      // The list has the same alarms for the keyboard.
                      tabIndex={-1}
                      data-level={level}
                      data-open={endTime === null || undefined}
                      style={barStyle(from, length, place)}
                    >
                      <span>{text}</span>
                    </Link>
                  );
                })}
              </div>
            </li>
          );
        })}
      </ol>
      <div data-axis aria-hidden>
        {ticks.map(({ at, text }) => (
          <span key={text + at} style={tickStyle(at)}>
            {text}
          </span>
        ))}
      </div>
    </TimelineFrame>
  );
}

const percent = (share: number) => `${Math.round(share * 100_000) / 1000}%`;
const barStyle = (from: number, length: number, level: number) =>
  ({
    "--from": percent(from),
    "--length": percent(length),
    "--level": level,
  }) as CSSProperties;
const laneStyle = (levels: number) => ({ "--levels": levels }) as CSSProperties;
const tickStyle = (at: number) => ({ "--from": percent(at) }) as CSSProperties;
