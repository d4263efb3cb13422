import { chakra } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatQuantity } from "#domain/units/format-quantity.ts";
import { AlarmBadge } from "../../../ui/alarm-badge.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import type { Route } from "./+types/page";
import { ChargeBar } from "./charge-bar.tsx";
import type { ListQuery } from "./list-query.ts";
import { SortHeader } from "./sort-header.tsx";
import { tableStyle } from "./table-style.ts";

type ListedSite = Route.ComponentProps["loaderData"]["sites"][number];

/** A table on wide windows and cards on narrow ones: one markup, styled once for all rows. */
export function SiteTable({
  sites,
  query,
  now,
}: {
  sites: readonly ListedSite[];
  query: ListQuery;
  now: number;
}) {
  const { t } = useTranslation("sitelist");
  return (
    <Table aria-label={t("title")}>
      <thead>
        <tr>
          <SortHeader query={query} column="status" />
          <SortHeader query={query} column="name" />
          <SortHeader query={query} column="alarm" />
          <SortHeader query={query} column="batterySoc" />
          <SortHeader query={query} column="solar" />
          <th scope="col">{t("columns.figures")}</th>
        </tr>
      </thead>
      <tbody>
        {sites.map((site) => (
          <SiteRow key={site.id} site={site} now={now} />
        ))}
      </tbody>
    </Table>
  );
}

const Table = chakra("table", { base: tableStyle });

function SiteRow({ site, now }: { site: ListedSite; now: number }) {
  const { t, i18n } = useTranslation("sitelist");
  const solar = formatQuantity(site.solar, "W", { language: i18n.language, decimals: 0 });
  return (
    <tr data-online={site.online}>
      <td data-column="status">
        <StatusBadge status={site.status} />
      </td>
      <td data-column="name">
        <Link to={site.address}>{site.name}</Link>
        {site.location !== "" && <span data-location>{site.location}</span>}
      </td>
      <td data-column="alarm">
        <AlarmBadge alarm={site.alarm} />
      </td>
      <td data-column="battery" data-label={t("columns.batterySoc")}>
        <ChargeBar charge={site.batterySoc} />
      </td>
      <td data-column="solar" data-label={t("columns.solar")}>
        <span dir="ltr">
          <span data-figure>{solar.number}</span> <span data-unit>{solar.unit}</span>
        </span>
      </td>
      <td data-column="figures">
        <Age site={site} now={now} />
      </td>
    </tr>
  );
}

/** How old the figures are, or that there is nobody to send any. */
function Age({ site, now }: { site: ListedSite; now: number }) {
  const { t } = useTranslation("sitelist");
  if (!site.online && site.since === null) return t("neverConnected");
  if (!site.online && site.since !== null)
    return (
      <RelativeTime
        at={site.since}
        now={now}
        timeZone={site.timeZone}
        of={(time) => t("offlineSince", { time })}
      />
    );
  if (site.figuresAt === null) return t("noFigures");
  return (
    <RelativeTime
      at={site.figuresAt}
      now={now}
      timeZone={site.timeZone}
      of={(time) => t("asOf", { time })}
    />
  );
}
