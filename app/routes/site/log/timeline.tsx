import type { CSSProperties } from "react";
import type { ListedAlarm } from "#app/alarms/listed-alarm.ts";
import { useDeviceName } from "#app/alarms/use-device-name.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { formatTimeText } from "#domain/units/date-text.ts";
import { timelineLanes, timelineSpan, timelineTicks } from "./timeline-lanes.ts";

type TimelineProps = {
  alarms: readonly ListedAlarm[];
  period: { from?: number; to?: number };
  timeZone: string;
  /** ms UTC */
  now: number;
};

/** Alarms as bars on a time axis, a lane for each device; a bar leads to its row in the list. */
export function Timeline({ alarms, period, timeZone, now }: TimelineProps) {
  const { t, i18n } = useTranslation(["alarms", "common"]);
  const span = timelineSpan(alarms, period, now);
  const lanes = timelineLanes(alarms, span, now);
  const ticks = timelineTicks(span, timeZone);
  const deviceName = useDeviceName();
  const time = (at: number) => formatTimeText(at, timeZone, i18n.language);
  return (
    <Frame aria-label={t("timeline.label")}>
      <ol>
        {lanes.map(({ levels, bars }) => (
          <li key={bars[0]?.row.logId}>
            <span data-device>
              <bdi>{bars[0] && deviceName(bars[0].row)}</bdi>
            </span>
            <div data-lane style={laneStyle(levels)}>
              {bars.map(({ row, from, length, level: place }) => {
                const { logId, level, description, startTime, endTime } = row;
                const values = {
                  level: t(`common:alarm.${level}`),
                  description,
                  start: time(startTime),
                  end: endTime === null ? t("list.open") : time(endTime),
                };
                const name = t("timeline.bar", values);
                return (
                  <a
                    key={logId}
                    href={`#alarm-${logId}`}
                    title={name}
                    data-level={level}
                    data-open={endTime === null || undefined}
                    style={barStyle(from, length, place)}
                  >
                    <span>{name}</span>
                  </a>
                );
              })}
            </div>
          </li>
        ))}
      </ol>
      <div data-axis aria-hidden>
        {ticks.map(({ at, text }) => (
          <span key={text + at} style={tickStyle(at)}>
            {text}
          </span>
        ))}
      </div>
    </Frame>
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

/** Time runs from left to right in every language, as in the charts. */
const Frame = styled("figure", {
  layerStyle: "card",
  p: { base: "3", md: "4" },
  minW: "0",
  overflow: "hidden",
  "& ol": { listStyleType: "none", display: "flex", flexDirection: "column", gap: "1.5" },
  "& li": {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "10rem minmax(0, 1fr)" },
    alignItems: "center",
    columnGap: "3",
    rowGap: "0.5",
  },
  "& [data-device]": { textStyle: "xs", color: "fg.muted", truncate: true, minW: "0" },
  "& [data-lane]": {
    position: "relative",
    direction: "ltr",
    h: "calc(var(--levels) * 1.25rem + 0.25rem)",
    borderRadius: "sm",
    bg: "bg.sunken",
    overflow: "hidden",
  },
  "& [data-lane] > a": {
    position: "absolute",
    top: "calc(var(--level) * 1.25rem + 0.25rem)",
    h: "4",
    left: "var(--from)",
    w: "max(var(--length), 6px)",
    borderRadius: "xs",
    focusVisibleRing: "outside",
    bg: "warning.fill",
    _hover: { filter: "brightness(0.92)" },
  },
  "& [data-lane] span": { srOnly: true },
  "& [data-lane] > [data-level=fault]": { bg: "fault.fill" },
  "& [data-lane] > [data-level=info]": { bg: "info.fill" },
  // The end of an open alarm is not known.
  "& [data-lane] > [data-open]": {
    borderEndEndRadius: "0",
    borderStartEndRadius: "0",
    maskImage: "linear-gradient(to right, #000 calc(100% - 12px), transparent)",
  },
  "& [data-axis]": {
    position: "relative",
    direction: "ltr",
    h: "5",
    mt: "1.5",
    ms: { md: "10.75rem" },
    _rtl: { ms: "0", me: { md: "10.75rem" } },
  },
  "& [data-axis] > span": {
    position: "absolute",
    left: "var(--from)",
    transform: "translateX(-50%)",
    textStyle: "2xs",
    color: "fg.muted",
    whiteSpace: "nowrap",
    fontVariantNumeric: "tabular-nums",
  },
  // A narrow axis has room for half of them.
  "& [data-axis] > span:nth-of-type(even)": { display: { base: "none", md: "inline" } },
});
