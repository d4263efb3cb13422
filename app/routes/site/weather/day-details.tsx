import { chakra } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatQuantity, NO_VALUE } from "#domain/units/format-quantity.ts";
import type { WeatherDay } from "./weather.ts";

/** Details of one day. */
export function DayDetails({ day }: { day: WeatherDay }) {
  const { t, i18n } = useTranslation("weather");
  const format = (value: number | null, unit: string) =>
    formatQuantity(value, unit, { language: i18n.language, decimals: 0 }).text;
  const rows = [
    [t("sky"), day.textDay, day.textNight],
    [t("windDirection"), day.windDirDay, day.windDirNight],
    [t("windScale"), format(day.windScaleDay, ""), format(day.windScaleNight, "")],
    [t("windSpeed"), format(day.windSpeedDay, "km/h"), format(day.windSpeedNight, "km/h")],
  ] as const;
  return (
    <Details>
      <dl>
        <div>
          <dt>{t("temperature")}</dt>
          <dd>{`${format(day.tempMin, "°C")} / ${format(day.tempMax, "°C")}`}</dd>
        </div>
        <div>
          <dt>{t("humidity")}</dt>
          <dd>{format(day.humidity, "%")}</dd>
        </div>
      </dl>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("day")}</th>
            <th scope="col">{t("night")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, light, dark]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{light ?? NO_VALUE}</td>
              <td>{dark ?? NO_VALUE}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Details>
  );
}

const Details = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "3",
    textStyle: "sm",
    "& dl": { display: "flex", flexWrap: "wrap", columnGap: "6", rowGap: "1" },
    "& dl > div": { display: "flex", gap: "2" },
    "& dt, & th": { color: "fg.muted", fontWeight: "normal", textAlign: "start" },
    "& dd": { fontWeight: "medium", textStyle: "number" },
    "& table": { w: "full", borderCollapse: "collapse", tableLayout: "fixed" },
    "& td, & th": { py: "1", pe: "3", verticalAlign: "top", overflowWrap: "anywhere" },
    "& tbody tr": { borderTopWidth: "1px", borderColor: "border.muted" },
    "& tbody td": { fontWeight: "medium" },
  },
});
