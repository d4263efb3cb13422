import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { formatPercent } from "#domain/units/format-quantity.ts";

const RADIUS = 15.9155;

type ShareRingProps = {
  /** 0 to 1 */
  share: number;
  label: string;
  /** The share and what it is of, in words. */
  base: string;
  hue: "solar" | "load";
};

/** A share as a ring, with its base in words. */
export function ShareRing({ share, label, base, hue }: ShareRingProps) {
  const { language } = useTranslation().i18n;
  const percent = Math.round(share * 100);
  return (
    <Figure data-hue={hue}>
      <span data-ring>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <circle cx="20" cy="20" r={RADIUS} />
          {percent > 0 && (
            <circle
              cx="20"
              cy="20"
              r={RADIUS}
              data-part="share"
              style={{ strokeDasharray: `${percent} ${100 - percent}` }}
            />
          )}
        </svg>
        <b aria-hidden>{formatPercent(percent, language)}</b>
      </span>
      <span data-text>
        <span data-label>{label}</span>
        <span data-base>{base}</span>
      </span>
    </Figure>
  );
}

const Figure = styled("div", {
  display: "flex",
  alignItems: "center",
  gap: "2.5",
  minW: "0",
  "& [data-ring]": {
    position: "relative",
    w: { base: "12", md: "14" },
    h: { base: "12", md: "14" },
    flexShrink: "0",
  },
  "& svg": { w: "full", h: "full", transform: "rotate(-90deg)", _rtl: { scale: "1 -1" } },
  "& circle": { fill: "none", stroke: "bg.sunken", strokeWidth: "4.5" },
  "&[data-hue=solar] [data-part=share]": { stroke: "solar.fill" },
  "&[data-hue=load] [data-part=share]": { stroke: "load.fill" },
  "& b": {
    position: "absolute",
    inset: "0",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    textStyle: "xs",
    fontWeight: "bold",
  },
  "& [data-text]": { display: "flex", flexDirection: "column", minW: "0" },
  "& [data-label]": { textStyle: "sm", fontWeight: "medium", hyphens: "auto" },
  "& [data-base]": { textStyle: "xs", color: "fg.muted" },
});
