import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { Position } from "#domain/sites/geofence.ts";
import { metresBetween } from "#domain/sites/inside-fence.ts";
import { formatNumber } from "#domain/units/format-number.ts";

type GpsStateProps = {
  gps: Position | null;
  site: Position | null;
  /** Whether the position is inside the fence; null without a fence. */
  inside: boolean | null;
};

/** Shows the position that the logger reports and whether it lies within the fence. */
export function GpsState({ gps, site, inside }: GpsStateProps) {
  const { t, i18n } = useTranslation("place");
  if (gps === null) return <GpsNote data-tone="quiet">{t("gps.none")}</GpsNote>;
  const state = inside === null ? "noFence" : inside ? "inside" : "outside";
  const tone = { noFence: "quiet", inside: "good", outside: "fault" }[state];
  return (
    <GpsNote data-tone={tone} role="status">
      <strong>{t(`gps.${state}`)}</strong>
      <span>{t("gps.at", { position: `\u2066${gps.latitude}°, ${gps.longitude}°\u2069` })}</span>
      {site !== null && (
        <span>
          {t("gps.away", { distance: distanceText(metresBetween(gps, site), i18n.language) })}
        </span>
      )}
    </GpsNote>
  );
}

const KILOMETRE = 1000;

function distanceText(metres: number, language: string): string {
  const isFar = metres >= KILOMETRE;
  const max = isFar && metres < 100 * KILOMETRE ? 1 : 0;
  const amount = formatNumber(isFar ? metres / KILOMETRE : metres, language, { max });
  return `\u2066${amount}\u00a0${isFar ? "km" : "m"}\u2069`;
}

const GpsNote = styled("p", {
  display: "flex",
  flexWrap: "wrap",
  gap: "1",
  columnGap: "4",
  px: "4",
  py: "3",
  borderRadius: "lg",
  textStyle: "sm",
  bg: "quiet.wash",
  color: "quiet",
  "& strong": { fontWeight: "semibold" },
  "&[data-tone=good]": { bg: "good.wash", color: "good" },
  "&[data-tone=fault]": { bg: "fault.wash", color: "fault" },
});
