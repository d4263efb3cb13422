import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { DAY_SLOTS } from "#domain/energy/day-slots.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { formatQuantity, joinUnit } from "#domain/units/format-quantity.ts";
import { areaPath, linePath, PLOT_HEIGHT, topOf } from "./curve-path.ts";
import type { Overview } from "./use-overview.ts";

const HOURS = ["00", "06", "12", "18", "24"];
const THIRDS = [0.25, 0.5, 0.75];

/** Solar power and consumption of today, with those of yesterday as dotted lines. */
export function DayCurve({ curves }: Pick<Overview, "curves">) {
  const { t, i18n } = useTranslation("realtime");
  const { solar, consumption } = curves;
  const most = (...lists: (readonly (number | null)[])[]) =>
    Math.max(0, ...lists.flat().map((power) => power ?? 0));
  const all = [solar.today, solar.yesterday, consumption.today, consumption.yesterday];
  if (all.every((slots) => slots.every((power) => power === null))) return null;
  const top = topOf(most(...all));
  const power = (watts: number) =>
    formatQuantity(watts, "W", { language: i18n.language, decimals: 0 }).text;
  const has = (slots: readonly (number | null)[]) => slots.some((one) => one !== null);
  const label = t("today.curve.label", {
    solar: power(most(solar.today)),
    consumption: power(most(consumption.today)),
  });
  return (
    <Plot>
      <p data-top>{axisText(top, i18n.language)}</p>
      <svg
        viewBox={`0 0 ${DAY_SLOTS} ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {THIRDS.map((part) => (
          <path key={part} data-grid d={`M${part * DAY_SLOTS} 0V${PLOT_HEIGHT}`} />
        ))}
        <path data-grid d={`M0 0H${DAY_SLOTS}M0 ${PLOT_HEIGHT}H${DAY_SLOTS}`} />
        <path data-of="solar" data-ghost d={linePath(solar.yesterday, top)} />
        <path data-of="load" data-ghost d={linePath(consumption.yesterday, top)} />
        <path data-of="solar" data-area d={areaPath(solar.today, top)} />
        <path data-of="solar" d={linePath(solar.today, top)} />
        <path data-of="load" d={linePath(consumption.today, top)} />
      </svg>
      <p data-hours aria-hidden dir="ltr">
        {HOURS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </p>
      <ul>
        {has(solar.today) && <li data-of="solar">{t("today.solar")}</li>}
        {has(consumption.today) && <li data-of="load">{t("today.consumption")}</li>}
        {(has(solar.yesterday) || has(consumption.yesterday)) && (
          <li data-of="yesterday">{t("today.curve.yesterday")}</li>
        )}
      </ul>
    </Plot>
  );
}

/** Top of the axis, which has few digits. */
function axisText(watts: number, language: string): string {
  const isScaled = watts >= KILO;
  const number = formatNumber(isScaled ? watts / KILO : watts, language, { min: 0, max: 1 });
  return joinUnit(number, isScaled ? "kW" : "W", language);
}

const KILO = 1_000;

const Plot = styled("div", {
  position: "relative",
  minW: "0",
  "& [data-top]": {
    textStyle: "2xs",
    color: "fg.muted",
    position: "absolute",
    top: "0.5",
    left: "1",
  },
  "& svg": {
    display: "block",
    w: "full",
    h: { base: "24", md: "28", xl: "36" },
    overflow: "visible",
  },
  "& path": { fill: "none", strokeLinejoin: "round", vectorEffect: "non-scaling-stroke" },
  "& [data-grid]": { stroke: "border.muted", strokeWidth: "1" },
  "& path[data-of=solar]": { stroke: "solar.fill", strokeWidth: "2" },
  "& path[data-of=load]": { stroke: "load", strokeWidth: "1.75" },
  "& path[data-of][data-area]": { fill: "solar.fill", fillOpacity: "0.28", stroke: "none" },
  "& path[data-of][data-ghost]": { strokeWidth: "1.5", strokeDasharray: "1.5 3.5", opacity: "0.8" },
  "& [data-hours]": {
    display: "flex",
    justifyContent: "space-between",
    textStyle: "2xs",
    color: "fg.muted",
    pt: "0.5",
  },
  "& ul": {
    listStyleType: "none",
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    textStyle: "xs",
    color: "fg.muted",
  },
  "& li": { display: "flex", alignItems: "center", gap: "1.5" },
  "& li::before": { content: '""', w: "3.5", borderTopWidth: "2px", borderColor: "load" },
  "& li[data-of=solar]::before": {
    h: "2.5",
    bg: "solar.wash",
    borderTopWidth: "2px",
    borderColor: "solar.fill",
  },
  "& li[data-of=yesterday]::before": { borderTopStyle: "dotted", borderColor: "fg.muted" },
});
