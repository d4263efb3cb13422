import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MenuPanel } from "#app/ui/menu-panel.tsx";
import { WeatherDrawing } from "#app/ui/weather/weather-drawing.tsx";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { type Weather, wordNow } from "./weather.ts";
import { Forecast } from "./weather-card.tsx";

type WeatherNowProps = { weather: Weather; isNight: boolean };

/** The current weather beside the site's local time (`local-time.tsx` reserves its place). It opens the forecast. */
export function WeatherNow({ weather, isNight }: WeatherNowProps) {
  const { t, i18n } = useTranslation("weather");
  const id = useId();
  const { icon, temperature, weatherDaily } = weather;
  const place = document.getElementById("weather-now");
  if (place === null || temperature === null) return null;
  const [today] = weatherDaily;
  const word = today ? wordNow(today, isNight) : null;
  const { text } = formatQuantity(temperature, "°C", { language: i18n.language, decimals: 0 });
  return createPortal(
    <>
      <Opener
        type="button"
        popoverTarget={id}
        title={word ?? t("title")}
        aria-label={t("open", { weather: word ?? t("title"), temperature: text })}
      >
        <WeatherDrawing icon={icon} size="1.5rem" />
        <span aria-hidden>{text}</span>
      </Opener>
      <MenuPanel id={id} popover="auto" role="group" aria-label={t("title")}>
        <Room>
          <Forecast weather={weather} isNight={isNight} />
        </Room>
      </MenuPanel>
    </>,
    place,
  );
}

const Opener = chakra("button", {
  base: {
    position: "relative",
    display: "flex",
    alignItems: "center",
    gap: "1.5",
    px: "1.5",
    minH: "7",
    borderRadius: "md",
    whiteSpace: "nowrap",
    cursor: "pointer",
    color: "fg",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.hover" },
    // Fingers need 44 px.
    "@media (pointer: coarse)": {
      minW: "11",
      justifyContent: "center",
      _after: { content: '""', position: "absolute", inset: "-2" },
    },
  },
});

/** Wider than a menu, and never wider than a phone. */
const Room = chakra("div", { base: { w: "min(21rem, calc(100vw - 3rem))", p: "2.5" } });
