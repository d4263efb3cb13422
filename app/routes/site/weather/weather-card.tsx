import { Button, chakra } from "@chakra-ui/react";
import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { WeatherDrawing } from "#app/ui/weather/weather-drawing.tsx";
import { formatPercent, formatQuantity } from "#domain/units/format-quantity.ts";
import { DayDetails } from "./day-details.tsx";
import type { SiteWeather } from "./use-site-weather.ts";
import { type Weather, wordNow } from "./weather.ts";
import { WeatherDays } from "./weather-days.tsx";

const SOURCE = "https://open-meteo.com/";

/** Weather of three days at the site's location, or why it is not available. */
export function WeatherCard({ weather, isNight, isNowhere, refusal, refetch }: SiteWeather) {
  const { t } = useTranslation("weather");
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <header>
        <h2 id={id}>{t("title")}</h2>
        {weather !== null && (
          <a href={SOURCE} target="_blank" rel="noreferrer">
            {t("source")}
          </a>
        )}
      </header>
      {weather !== null ? (
        <Forecast weather={weather} isNight={isNight} />
      ) : isNowhere ? (
        <p data-part="note">{t("noPosition")}</p>
      ) : refusal === null ? (
        <p data-part="note">{t("loading")}</p>
      ) : (
        <div data-part="note" role="status">
          <p>{refusal || t("away")}</p>
          <Button size="xs" variant="outline" onClick={refetch}>
            {t("retry")}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Weather of three days, one of which is open. */
export function Forecast({ weather, isNight }: { weather: Weather; isNight: boolean }) {
  const { t, i18n } = useTranslation("weather");
  const { language } = i18n;
  const [openDay, setOpenDay] = useState<number | null>(0);
  const id = useId();
  const { weatherDaily, icon, temperature, clouds } = weather;
  const day = openDay === null ? undefined : weatherDaily[openDay];
  const today = weatherDaily[0];
  return (
    <Days>
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
    </Days>
  );
}

const Days = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "4",
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
  },
});
