import { Button, IconButton } from "@chakra-ui/react";
import { useEffect, useId, useRef } from "react";
import { Link, useFetcher } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MarkedSite } from "#app/map/cluster-index.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { useZoneRules } from "#app/ui/use-zone-rules.ts";
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
      <StatusBadge status={details?.status ?? site.status} />
      {details && details.location !== "" && (
        <p>
          <bdi>{details.location}</bdi>
        </p>
      )}
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
