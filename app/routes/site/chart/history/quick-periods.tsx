import { formatMonths, formatPeriod, formatWeekday } from "#app/charts/time-labels.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { dayOf, formatDay, startOfDay } from "#domain/history/local-days.ts";
import { listSeasons, type Season } from "#domain/history/seasons.ts";
import { type HistoryRange, periodOf, type ShownRange } from "./history-query.ts";

/** Days of a row: the present day and the seven before, so that each weekday of the past is among them. */
const DAYS = 8;
const SEASONS = 4;

type QuickPeriodsProps = {
  shown: ShownRange;
  timeZone: string;
  now: number;
  /** Latitude of the site, degrees; null if it is unknown. */
  latitude: number | null;
  onRange: (range: HistoryRange) => void;
};

/** Days around the shown one and the last four seasons, each a button: from left to right, like the charts. */
export function QuickPeriods({ shown, timeZone, now, latitude, onRange }: QuickPeriodsProps) {
  const { t } = useTranslation("charts");
  return (
    <Row aria-label={t("history.quick.label")} dir="ltr">
      {shown.unit === "day" && <Days {...{ shown, timeZone, now, onRange }} />}
      <ul data-seasons>
        {listSeasons(timeZone, now, latitude, SEASONS).map((season) => (
          <li key={season.from}>
            <SeasonButton {...{ season, shown, timeZone, onRange }} />
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** The row changes only when the shown day leaves it, so that days keep their places while a user compares them. */
function Days({ shown, timeZone, now, onRange }: Omit<QuickPeriodsProps, "latitude">) {
  const { i18n } = useTranslation();
  // Names of weekdays of browser and server may differ.
  const isHydrated = useHydrated();
  const today = dayOf(timeZone, now);
  const last = today - DAYS * Math.floor((today - shown.day) / DAYS);
  const days = Array.from({ length: DAYS }, (_, place) => last - DAYS + 1 + place);
  return (
    <ul>
      {days.map((day) => {
        const at = startOfDay(timeZone, day);
        return (
          <li key={day}>
            <button
              type="button"
              aria-pressed={day === shown.day}
              aria-current={day === today ? "date" : undefined}
              aria-label={
                isHydrated ? formatPeriod(i18n.language, timeZone, at, "day") : formatDay(day)
              }
              onClick={() => onRange(periodOf("day", day, timeZone, now))}
            >
              <small dir="auto">
                {isHydrated ? formatWeekday(i18n.language, timeZone, at) : "\u00a0"}
              </small>
              <b>{Number(formatDay(day).slice(-2))}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

type SeasonButtonProps = Pick<QuickPeriodsProps, "shown" | "timeZone" | "onRange"> & {
  season: Season;
};

function SeasonButton({ season, shown, timeZone, onRange }: SeasonButtonProps) {
  const { t, i18n } = useTranslation("charts");
  const isHydrated = useHydrated();
  const { from, to, name, years } = season;
  const span = { from, to };
  const [begun, ended] = years;
  const months = isHydrated ? formatMonths(i18n.language, timeZone, span) : "\u00a0";
  return (
    <button
      type="button"
      aria-pressed={shown.unit === null && shown.span.from === from && shown.span.to === to}
      title={months.trim() || undefined}
      onClick={() => onRange({ kind: "span", span })}
    >
      <b dir="auto">{name === null ? months : t(`history.quick.${name}`)}</b>{" "}
      <small>{begun === ended ? begun : `${begun}/${String(ended).slice(-2)}`}</small>
    </button>
  );
}

const Row = styled("nav", {
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  rowGap: "1.5",
  minW: "0",
  "& ul": {
    listStyleType: "none",
    display: "grid",
    gridAutoFlow: { base: "row", md: "column" },
    gridTemplateColumns: { base: "repeat(auto-fill, minmax(2.75rem, 1fr))", md: "none" },
    gap: { base: "0", md: "1" },
    w: { base: "full", md: "auto" },
  },
  "& [data-seasons]": {
    gridTemplateColumns: { base: `repeat(${SEASONS}, minmax(0, 1fr))`, md: "none" },
    gap: "1",
  },
  "& button": {
    display: "flex",
    flexDirection: { base: "column", md: "row" },
    alignItems: "center",
    justifyContent: "center",
    columnGap: "1.5",
    w: "full",
    minW: "0",
    minH: { base: "10", md: "8" },
    "@media (pointer: coarse)": { minH: "11" },
    px: { base: "0.5", md: "2.5" },
    borderWidth: "1px",
    borderRadius: "md",
    bg: "bg.panel",
    textStyle: "xs",
    lineHeight: "1.25",
    cursor: "button",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
    "&[aria-pressed=true]": { bg: "brand.subtle", borderColor: "brand.solid", color: "brand.fg" },
  },
  "& b": { fontWeight: "medium", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" },
  "& button[aria-current] b": { fontWeight: "bold" },
  "& small": { textStyle: "2xs", color: "fg.muted", whiteSpace: "nowrap" },
  "& button[aria-pressed=true] small": { color: "inherit" },
});
