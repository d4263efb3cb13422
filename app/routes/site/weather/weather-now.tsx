import { chakra } from "@chakra-ui/react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import type { Weather } from "./weather.ts";
import { WeatherDrawing } from "./weather-drawing.tsx";

type WeatherNowProps = Pick<Weather, "icon" | "temperature"> & { word: string | null };

/** The weather as two icons beside the site's local time (`local-time.tsx` reserves its place). */
export function WeatherNow({ icon, temperature, word }: WeatherNowProps) {
  const { t, i18n } = useTranslation("weather");
  const place = document.getElementById("weather-now");
  if (place === null || temperature === null) return null;
  const { text } = formatQuantity(temperature, "°C", { language: i18n.language, decimals: 0 });
  return createPortal(
    <Now title={word ?? t("title")}>
      <WeatherDrawing icon={icon} size="1.5rem" />
      {text}
    </Now>,
    place,
  );
}

const Now = chakra("span", {
  base: { display: "flex", alignItems: "center", gap: "1.5", whiteSpace: "nowrap" },
});
