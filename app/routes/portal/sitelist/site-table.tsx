import { useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { useAgeTime } from "#app/ui/server-clock.ts";
import { useClientNavigation } from "#app/ui/use-client-navigation.ts";
import { formatRelativeTime } from "#domain/units/relative-time.ts";
import { ChosenRow } from "./chosen-row.tsx";
import { areUsual, type Column } from "./list-columns.ts";
import type { ListQuery } from "./list-query.ts";
import { instantOf, type ListedSite } from "./packed-sites.ts";
import { SiteRow } from "./site-row.tsx";
import { ColumnHeader } from "./sort-header.tsx";
import { cardsStyle, chosenTableStyle, tableStyle } from "./table-style.ts";
import { type RowTexts, useRowTexts } from "./use-row-texts.ts";

/** Sorting keeps the scroll position. */
const IN_PLACE = { preventScrollReset: true };

type SiteTableProps = {
  sites: readonly ListedSite[];
  query: ListQuery;
  columns: readonly Column[];
  /** The server's clock when it rendered the page, ms UTC. */
  now: number;
  /** The ids of the selected sites. */
  selected: ReadonlySet<number>;
  onPick(siteId: number, on: boolean): void;
};

/** Text for the age of a site's data, or for its missing logger. */
function ageOf(site: ListedSite, now: number, texts: RowTexts): string {
  const at = instantOf(site);
  if (at === null) return site.online ? texts.noData : texts.neverConnected;
  const around = site.online ? texts.asOf : texts.offlineSince;
  return around(formatRelativeTime(at, now, site.timeZoneId, texts.age));
}

/** A table in wide windows and cards in narrow ones: one markup, styled once for all rows. */
export function SiteTable({ sites, query, columns, now, selected, onPick }: SiteTableProps) {
  const { t } = useTranslation("sitelist");
  const texts = useRowTexts();
  const follow = useClientNavigation();
  const sort = useClientNavigation(IN_PLACE);
  const instants = useMemo(() => sites.map(instantOf).filter((at) => at !== null), [sites]);
  const clock = useAgeTime(now, instants);
  const isSearch = query.view === "search";
  const isUsual = !isSearch && !query.picking && areUsual(columns);
  const Table = isUsual ? UsualTable : isSearch ? Cards : ChosenTable;
  const table = (
    <Table aria-label={t("title")} style={texts.labels}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on one of the links inside is a click */}
      <thead onClick={sort}>
        <tr>
          {query.picking && <td />}
          {columns.map((column) => (
            <ColumnHeader
              key={column}
              query={query}
              column={column}
              label={texts.columns[column]}
            />
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on one of the links inside is a click */}
      <tbody onClick={follow}>
        {sites.map((site) => {
          const age = ageOf(site, clock, texts);
          if (isUsual) return <SiteRow key={site.id} site={site} texts={texts} age={age} />;
          return (
            <ChosenRow
              key={site.id}
              site={site}
              columns={columns}
              texts={texts}
              age={age}
              onPick={onPick}
              selected={query.picking ? selected.has(site.id) : undefined}
            />
          );
        })}
      </tbody>
    </Table>
  );
  return isUsual ? table : <Scrolled>{table}</Scrolled>;
}

const UsualTable = styled("table", tableStyle);
const ChosenTable = styled("table", chosenTableStyle);
const Cards = styled("table", cardsStyle);

/** A table with more columns than fit scrolls. */
const Scrolled = styled("div", { overflowX: "auto" });
