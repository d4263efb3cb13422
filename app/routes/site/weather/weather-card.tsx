import { Button, chakra } from "@chakra-ui/react";
import { useId, useState } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import { formatPercent, formatQuantity } from "#domain/units/format-quantity.ts";
import { isNightIn } from "#domain/weather/night.ts";
import { useSiteClock } from "../frame/use-site-clock.ts";
import { DayDetails } from "./day-details.tsx";
import type { Weather, WeatherDay } from "./weather.ts";
import { WeatherDays } from "./weather-days.tsx";
import { WeatherDrawing } from "./weather-drawing.tsx";
import { WeatherNow } from "./weather-now.tsx";

const POLL_MS = HOUR_MS / 2;
const SOURCE = "https://open-meteo.com/";

type Coordinates = Pick<ApiAnswer<"POST /site/v2/getSiteById">, "latitude" | "longitude">;
type WeatherCardProps = { siteKey: string; timeZone: string; now: number };

/** Weather of three days at the site's location, or why it is not available. */
export function WeatherCard({ siteKey, timeZone, now }: WeatherCardProps) {
  const { t } = useTranslation("weather");
  const id = useId();
  const place = useApiQuery("POST /site/v2/getSiteById", { siteKey }, { pollMs: HOUR_MS });
  const weather = useApiQuery("POST /basic/v3/map/geonames/weather", positionOf(place.data), {
    pollMs: POLL_MS,
  });
  const isNight = isNightIn(timeZone, useSiteClock(now));
  const isNowhere = place.data !== null && positionOf(place.data) === null;
  const refusal = place.refusal ?? weather.refusal;
  return (
    <Card aria-labelledby={id}>
      <header>
        <h2 id={id}>{t("title")}</h2>
        {weather.data !== null && (
          <a href={SOURCE} target="_blank" rel="noreferrer">
            {t("source")}
          </a>
        )}
      </header>
      {weather.data !== null ? (
        <Forecast weather={weather.data} isNight={isNight} />
      ) : isNowhere ? (
        <p data-part="note">{t("noPosition")}</p>
      ) : refusal === null ? (
        <p data-part="note">{t("loading")}</p>
      ) : (
        <div data-part="note" role="status">
          <p>{refusal || t("away")}</p>
          <Button
            size="xs"
            variant="outline"
            onClick={place.data === null ? place.refetch : weather.refetch}
          >
            {t("retry")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Forecast({ weather, isNight }: { weather: Weather; isNight: boolean }) {
  const { t, i18n } = useTranslation("weather");
  const { language } = i18n;
  const [openDay, setOpenDay] = useState<number | null>(0);
  const id = useId();
  const { weatherDaily, icon, temperature, clouds } = weather;
  const day = openDay === null ? undefined : weatherDaily[openDay];
  const today = weatherDaily[0];
  return (
    <>
      <WeatherNow
        icon={icon}
        temperature={temperature}
        word={today ? wordNow(today, isNight) : null}
      />
      <div data-part="now">
        <WeatherDrawing icon={icon} size="56px" />
        <p>
          <span data-part="word">{t("now")}</span>
          <b>{formatQuantity(temperature, "°C", { language, decimals: 1 }).text}</b>
        </p>
        <p data-part="word">
          {today && <span>{wordNow(today, isNight)}</span>}
          {clouds !== null && (
            <span>{t("clouds", { percent: formatPercent(clouds, language) })}</span>
          )}
        </p>
      </div>
      <WeatherDays
        days={weatherDaily}
        isNight={isNight}
        openDay={openDay}
        onOpen={setOpenDay}
        panelId={id}
      />
      <div id={id} data-part="details" hidden={day === undefined}>
        {day !== undefined && <DayDetails day={day} />}
      </div>
    </>
  );
}

function positionOf(place: Coordinates | null): { latitude: number; longitude: number } | null {
  if (place === null || place.latitude === null || place.longitude === null) return null;
  return { latitude: place.latitude, longitude: place.longitude };
}

function wordNow({ textDay, textNight }: WeatherDay, isNight: boolean): string | null {
  return isNight ? textNight : textDay;
}

const Card = chakra("section", {
  base: {
    layerStyle: "card",
    display: "flex",
    flexDirection: "column",
    gap: "4",
    px: "5",
    pt: "4",
    pb: "5",
    "& header": {
      display: "flex",
      alignItems: "baseline",
      justifyContent: "space-between",
      gap: "3",
      flexWrap: "wrap",
    },
    "& h2": { textStyle: "md", fontWeight: "semibold" },
    "& header a": { textStyle: "xs", color: "fg.muted", textDecoration: "underline" },
    "& [data-part=note]": {
      textStyle: "sm",
      color: "fg.muted",
      display: "flex",
      alignItems: "center",
      flexWrap: "wrap",
      gap: "3",
    },
    "& [data-part=now]": { display: "flex", alignItems: "center", gap: "4" },
    "& [data-part=now] p": { display: "flex", flexDirection: "column", minW: "0" },
    "& [data-part=now] b": {
      textStyle: "number",
      fontSize: "2xl",
      lineHeight: "1.2",
      fontWeight: "semibold",
      whiteSpace: "nowrap",
    },
    "& [data-part=word]": { textStyle: "sm", color: "fg.muted", overflowWrap: "anywhere" },
  },
});
