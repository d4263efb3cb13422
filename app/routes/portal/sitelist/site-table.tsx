import { useMemo } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { styled } from "../../../theme/styled.tsx";
import { useClock } from "../../../ui/use-clock.ts";
import { useFollowedLinks } from "../../../ui/use-followed-links.ts";
import type { ListQuery } from "./list-query.ts";
import type { ListedSite } from "./packed-sites.ts";
import { ageOf, instantOf } from "./site-age.ts";
import { SiteRow } from "./site-row.tsx";
import { SortHeader } from "./sort-header.tsx";
import { tableStyle } from "./table-style.ts";
import { useRowTexts } from "./use-row-texts.ts";

/** What is sorted stays where it is looked at. */
const IN_PLACE = { preventScrollReset: true };

/** A table on wide windows and cards on narrow ones: one markup, styled once for all rows. */
export function SiteTable({
  sites,
  query,
  now,
}: {
  sites: readonly ListedSite[];
  query: ListQuery;
  /** The server's clock when it made the page, ms UTC. */
  now: number;
}) {
  const { t } = useTranslation("sitelist");
  const texts = useRowTexts();
  const follow = useFollowedLinks();
  const sort = useFollowedLinks(IN_PLACE);
  const instants = useMemo(() => sites.map(instantOf).filter((at) => at !== null), [sites]);
  const clock = useClock(now, instants);
  return (
    <Table aria-label={t("title")} style={texts.labels}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on one of the links inside is a click */}
      <thead onClick={sort}>
        <tr>
          <SortHeader query={query} column="status" />
          <SortHeader query={query} column="name" />
          <SortHeader query={query} column="alarm" />
          <SortHeader query={query} column="batterySoc" />
          <SortHeader query={query} column="solar" />
          <th scope="col">{t("columns.figures")}</th>
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on one of the links inside is a click */}
      <tbody onClick={follow}>
        {sites.map((site) => (
          <SiteRow key={site.id} site={site} texts={texts} age={ageOf(site, clock, texts)} />
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled("table", tableStyle);
