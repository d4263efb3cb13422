import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatTag } from "#domain/languages.ts";
import { QUARTER_MS } from "#domain/units/durations.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { formatPercent } from "#domain/units/format-quantity.ts";

const PATH = "POST /site/v2/chart/solar/forecast";
type Day = ApiAnswer<typeof PATH>["list"][number];
/** The licence of the weather data requires the link. */
const SOURCE = "https://open-meteo.com/";

/**
 * The solar energy that is expected today and on the next two days, each with its band as a bar. Nothing is shown if
 * the site has no position or no solar, or if there is no weather.
 */
export default function ForecastLine({ siteKey }: { siteKey: string }) {
  usePageTexts("energy", "weather");
  const { t, i18n } = useTranslation(["energy", "weather"]);
  const id = useId();
  const { data } = useApiQuery(PATH, { siteKey }, { pollMs: QUARTER_MS, keepPrevious: true });
  if (data?.state === "tooFewDays") {
    const { daysLearned: days, daysRequired: required } = data;
    return (
      <Card data-forecast>
        <p data-part="note">{t("forecast.tooFewDays", { days, required })}</p>
      </Card>
    );
  }
  if (data?.state !== "ready") return null;
  const { list, daysLearned, error, isSimulated } = data;
  const scale = Math.max(...list.map(({ high }) => high), 1);
  return (
    <Card aria-labelledby={id} data-forecast>
      <header>
        <h2 id={id}>{t("forecast.title")}</h2>
        {isSimulated && <span data-part="simulated">{t("forecast.simulated")}</span>}
      </header>
      <ol>
        {list.map((day, place) => (
          <DayForecast key={day.date} day={day} place={place} scale={scale} />
        ))}
      </ol>
      <p data-part="note">
        {t("forecast.basis", {
          days: daysLearned,
          error: formatPercent(error === null ? null : Math.max(1, error), i18n.language),
        })}{" "}
        {!isSimulated && (
          <a href={SOURCE} target="_blank" rel="noreferrer">
            {t("weather:source")}
          </a>
        )}
      </p>
    </Card>
  );
}

type DayProps = {
  day: Day;
  place: number;
  /** Energy of a full bar, Wh. */
  scale: number;
};

function DayForecast({ day, place, scale }: DayProps) {
  const { t, i18n } = useTranslation("energy");
  const name = useDayName(day.date, place);
  const format = formatterOf(scale, i18n.language);
  const { expected, low, high, soFar } = day;
  return (
    <li>
      <span data-part="name">{name}</span>
      <span data-part="expected">
        <bdi dir="ltr">
          <b>{format(expected)}</b> {unitOf(scale)}
        </bdi>
      </span>
      <Bar day={day} scale={scale} />
      <span data-part="range">
        {t("forecast.range", { low: format(low), high: format(high) })}
        {soFar !== null && (
          <span data-part="soFar">{t("forecast.soFar", { energy: format(soFar) })}</span>
        )}
      </span>
    </li>
  );
}

/** The produced energy is filled, the band is pale, and a mark is at the expected energy. */
function Bar({ day: { expected, low, high, soFar }, scale }: Omit<DayProps, "place">) {
  const share = (energy: number) => `${(100 * Math.min(energy, scale)) / scale}%`;
  return (
    <span data-part="bar" aria-hidden>
      <i data-kind="band" style={{ insetInlineStart: share(low), width: share(high - low) }} />
      <i data-kind="soFar" style={{ insetInlineStart: 0, width: share(soFar ?? 0) }} />
      <i data-kind="expected" style={{ insetInlineStart: share(expected) }} />
    </span>
  );
}

const KILO = 1e3;
const MEGA = 1e6;
const GIGA = 1e9;

/** All energies of the card have the same unit. */
function unitOf(scale: number): "Wh" | "kWh" | "MWh" | "GWh" {
  if (scale < KILO) return "Wh";
  if (scale < MEGA) return "kWh";
  return scale < GIGA ? "MWh" : "GWh";
}

const UNITS = { Wh: 1, kWh: KILO, MWh: MEGA, GWh: GIGA } as const;
/** Below this a value has a decimal. */
const FEW = 10;

/** Formats energies to two or three digits: more would promise what no forecast holds. */
function formatterOf(scale: number, language: string): (energy: number) => string {
  const unit = unitOf(scale);
  return (energy) => {
    const value = energy / UNITS[unit];
    const decimals = unit !== "Wh" && value > 0 && value < FEW - 0.05 ? 1 : 0;
    return formatNumber(Number(value.toFixed(decimals)), language, {
      min: decimals,
      max: decimals,
    });
  };
}

function useDayName(date: string, place: number): string {
  const { t, i18n } = useTranslation("energy");
  if (place === 0) return t("forecast.today");
  if (place === 1) return t("forecast.tomorrow");
  return new Intl.DateTimeFormat(formatTag(i18n.language), {
    weekday: "long",
    timeZone: "UTC",
  }).format(new Date(date));
}

const Card = chakra("section", {
  base: {
    layerStyle: "card",
    px: { base: "4", md: "5" },
    py: "4",
    mb: { base: "4", lg: "5" },
    "& header": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "baseline",
      columnGap: "3",
      rowGap: "1",
      mb: "3",
    },
    "& h2": { textStyle: "sm", fontWeight: "semibold" },
    "& [data-part=simulated]": {
      textStyle: "xs",
      color: "fg.muted",
      px: "2",
      borderRadius: "full",
      borderWidth: "1px",
    },
    "& ol": {
      listStyleType: "none",
      display: "grid",
      gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
      columnGap: "8",
      rowGap: "3",
    },
    "& li": {
      display: "grid",
      gridTemplateColumns: "minmax(0, 1fr) auto",
      alignItems: "baseline",
      rowGap: "1.5",
    },
    "& [data-part=name]": { textStyle: "sm", color: "fg.muted" },
    "& [data-part=expected]": { textStyle: "sm", color: "fg.muted", whiteSpace: "nowrap" },
    "& [data-part=expected] b": {
      textStyle: "number",
      fontSize: "xl",
      lineHeight: "1.2",
      fontWeight: "semibold",
      color: "fg",
    },
    "& li:first-of-type [data-part=name]": { color: "fg", fontWeight: "medium" },
    "& [data-part=range]": {
      gridColumn: "1 / -1",
      textStyle: "xs",
      color: "fg.muted",
      fontVariantNumeric: "tabular-nums",
    },
    "& [data-part=soFar]::before": { content: '" · "' },
    "& [data-part=bar]": {
      gridColumn: "1 / -1",
      position: "relative",
      display: "block",
      h: "2.5",
      borderRadius: "full",
      bg: "bg.sunken",
      overflow: "hidden",
    },
    "& [data-part=bar] i": { position: "absolute", insetBlock: "0" },
    "& [data-kind=band]": { bg: "solar.fill", opacity: "0.35" },
    "& [data-kind=soFar]": { bg: "solar.fill" },
    "& [data-kind=expected]": { w: "2px", ms: "-1px", bg: "fg" },
    "& [data-part=note]": { textStyle: "xs", color: "fg.muted", mt: "3" },
    "& [data-part=note] a": { textDecoration: "underline", focusVisibleRing: "outside" },
    "& [data-part=note]:only-child": { mt: "0" },
  },
});
