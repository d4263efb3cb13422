import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { formatPercent } from "#domain/units/format-quantity.ts";
import { WIDE_CARD } from "./flow-layout.ts";

const RADIUS = 20;
const ROUND = 2 * Math.PI * RADIUS;
const LOW = 20;

/** State of charge, %, as a ring that fills clockwise from the top. */
export function ChargeRing({ charge }: { charge: number | null }) {
  const { i18n } = useTranslation();
  const part = Math.min(100, Math.max(0, charge ?? 0)) / 100;
  return (
    <Ring data-low={(charge !== null && charge < LOW) || undefined}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r={RADIUS} />
        {charge !== null && (
          <circle
            cx="24"
            cy="24"
            r={RADIUS}
            data-part="charge"
            style={{
              strokeLinecap: part > 0 ? "round" : "butt",
              strokeDasharray: `${part * ROUND} ${ROUND}`,
            }}
          />
        )}
      </svg>
      <span>{formatPercent(charge, i18n.language)}</span>
    </Ring>
  );
}

const Ring = styled("div", {
  position: "relative",
  w: "44px",
  h: "44px",
  [WIDE_CARD]: { w: "48px", h: "48px" },
  flexShrink: "0",
  "& svg": { w: "full", h: "full", transform: "rotate(-90deg)" },
  "& circle": { fill: "battery.wash", stroke: "border", strokeWidth: "5" },
  "& circle[data-part=charge]": {
    fill: "none",
    stroke: "battery.fill",
    transition: "stroke-dasharray 0.8s",
  },
  "&[data-low] circle[data-part=charge]": { stroke: "warning.fill" },
  "& span": {
    position: "absolute",
    inset: "0",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    textStyle: "2xs",
    fontWeight: "bold",
    color: "battery",
  },
});
