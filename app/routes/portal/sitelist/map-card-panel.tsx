import { Button, IconButton } from "@chakra-ui/react";
import { useEffect, useId, useRef } from "react";
import { Link, useFetcher } from "react-router";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MarkedSite } from "#app/map/cluster-index.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { useZoneRules } from "#app/ui/use-zone-rules.ts";
import { WeatherDrawing } from "#app/ui/weather/weather-drawing.tsx";
import { formatTimeText } from "#domain/units/date-text.ts";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import type { loader } from "./map-card.ts";

type MapCardSite = NonNullable<Awaited<ReturnType<typeof loader>>["site"]>;

/** Card of one site on the map with its values and a link. Escape closes it. */
export function MapCard({ site, onClose }: { site: MarkedSite; onClose: () => void }) {
  const { t } = useTranslation(["map", "common"]);
  const { data, load } = useFetcher<typeof loader>({ key: `map-card-${site.id}` });
  useEffect(() => {
    void load(`/sitelist/map/${site.id}`);
  }, [load, site.id]);
  const panel = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const details = data?.site;
  // The details do not contain whether an offline site has ever been connected.
  const isMarked =
    details == null || (details.status === "offline" && site.status === "neverConnected");
  return (
    <section
      ref={panel}
      className="map-card"
      aria-labelledby={heading}
      tabIndex={-1}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <header>
        <h2 id={heading}>
          <bdi>{site.name}</bdi>
        </h2>
        <IconButton
          variant="ghost"
          colorPalette="gray"
          size="xs"
          aria-label={t("card.close")}
          onClick={onClose}
        >
          <Icon name="close" />
        </IconButton>
      </header>
      <StatusBadge status={isMarked ? site.status : details.status} />
      {details && details.location !== "" && (
        <p>
          <bdi>{details.location}</bdi>
        </p>
      )}
      {details?.fence && <Fence state={details.fence} />}
      {details?.position && <CardWeather position={details.position} />}
      {details === undefined && <p role="status">{t("card.loading")}</p>}
      {details === null && <p role="status">{t("card.noAccess")}</p>}
      {details && <Metrics details={details} />}
      {details && (
        <Button asChild size="sm">
          <Link to={details.address}>{t("card.open")}</Link>
        </Button>
      )}
    </section>
  );
}

function Fence({ state }: { state: NonNullable<MapCardSite["fence"]> }) {
  const { t } = useTranslation("map");
  return (
    <p data-fence={state}>
      <Icon name={state === "outside" ? "warning" : "site"} size="1.1em" />
      {t(`card.fence.${state}`)}
    </p>
  );
}

/** The current weather; nothing if it is not available. */
function CardWeather({ position }: { position: NonNullable<MapCardSite["position"]> }) {
  const { t, i18n } = useTranslation("map");
  const { data } = useApiQuery("POST /basic/v3/map/geonames/weather", position);
  if (data === null || data.temperature === null) return null;
  const { text } = formatQuantity(data.temperature, "°C", {
    language: i18n.language,
    decimals: 0,
  });
  const [today] = data.weatherDaily;
  return (
    <p data-weather>
      <WeatherDrawing icon={data.icon} size="1.5rem" />
      <span>
        {t("card.weather", { temperature: text })}
        {today?.textDay && ` · ${today.textDay}`}
      </span>
    </p>
  );
}

function Metrics({ details }: { details: MapCardSite }) {
  const { t, i18n } = useTranslation("map");
  const { solar, batterySoc, load, grid, metricsAt, timeZone, zoneRules } = details;
  useZoneRules(timeZone, zoneRules);
  if (metricsAt === null) return <p>{t("card.noData")}</p>;
  const format = (value: number | null, unit: "W" | "%") => {
    const { number, unit: shown } = formatQuantity(value, unit, {
      language: i18n.language,
      decimals: 0,
    });
    return (
      <dd>
        {number} <small>{shown}</small>
      </dd>
    );
  };
  return (
    <>
      <dl>
        <div>
          <dt>{t("card.solar")}</dt>
          {format(solar, "W")}
        </div>
        <div>
          <dt>{t("card.battery")}</dt>
          {format(batterySoc, "%")}
        </div>
        <div>
          <dt>{t("card.load")}</dt>
          {format(load, "W")}
        </div>
        <div>
          <dt>{t("card.grid")}</dt>
          {format(grid, "W")}
        </div>
      </dl>
      <p>{t("card.asOf", { time: formatTimeText(metricsAt, timeZone, i18n.language) })}</p>
    </>
  );
}
