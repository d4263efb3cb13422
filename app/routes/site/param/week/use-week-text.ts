import { useTranslation } from "#app/i18n/use-translation.ts";
import { daysOf, EVERY_DAY } from "#domain/settings/week-mask.ts";
import type { Setting } from "../setting.ts";
import { formatDayTime } from "../times.ts";
import { useSettingText, WEEKDAYS } from "../use-setting-text.ts";
import type { Timetable, TimetableRow } from "./timetable.ts";

/** Texts of the rows of a timetable in the language of the page. */
export function useWeekText(timetable: Timetable, symbol: string) {
  const { t } = useTranslation("param");
  const { valueText } = useSettingText();
  const noun = timetable.kind === "time of use" ? "tariff" : "period";

  const nameOf = (place: number) => t(`timetable.${noun}.name`, { number: place + 1 });

  /** Start and end, which are read from left to right in every language. */
  const hoursText = ({ start, end }: Pick<TimetableRow, "start" | "end">) =>
    `\u2066${formatDayTime(start)}–${formatDayTime(end)}\u2069`;

  const timesText = (row: TimetableRow) =>
    row.end < row.start && row.end > 0
      ? t("timetable.nextDay", { times: hoursText(row) })
      : hoursText(row);

  const dayText = (day: number) => t(`week.${WEEKDAYS[day] ?? "mon"}`);

  /** Days of a row; three or more that follow each other are a range. */
  const daysText = ({ days }: TimetableRow) =>
    days === EVERY_DAY
      ? t("week.every")
      : runsOf(days)
          .map(([first, last]) =>
            last - first < 2
              ? (first === last ? [first] : [first, last]).map(dayText).join(" ")
              : t("timetable.dayRange", { first: dayText(first), last: dayText(last) }),
          )
          .join(" ");

  const priceText = (place: number, price: number) => {
    const setting = fieldOf(timetable.fields[place] ?? [], "tariffPrice");
    const text = setting === undefined ? String(price) : valueText(setting, price);
    return symbol === "" ? text : `\u2068${text} ${symbol}\u2069`;
  };

  /** The values of a row: its price, or the state of charge and the switches. */
  function contentOf(place: number, row: TimetableRow): string[] {
    if (noun === "tariff") return [priceText(place, row.price)];
    const soc = fieldOf(timetable.fields[place] ?? [], "periodReservedSoc");
    return [
      ...(soc === undefined
        ? []
        : [t("timetable.reserved", { value: valueText(soc, row.reservedSoc) })]),
      ...(row.acCharge ? [t("timetable.acCharge")] : []),
      ...(row.offAtSoc ? [t("timetable.offAtSoc")] : []),
    ];
  }

  /** A row in one sentence, for screen readers. */
  const describe = (place: number, row: TimetableRow) =>
    [nameOf(place), timesText(row), daysText(row), ...contentOf(place, row)].join(", ");

  return { noun, nameOf, hoursText, timesText, daysText, priceText, contentOf, describe } as const;
}

/** First and last days of the runs of days in a mask. */
function runsOf(mask: number): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const day of daysOf(mask)) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

export type WeekText = ReturnType<typeof useWeekText>;

/** Returns the field of a row by its name without the number. */
export function fieldOf(fields: readonly Setting[], name: string): Setting | undefined {
  return fields.find((one) => one.name?.split(" ")[0] === name);
}
