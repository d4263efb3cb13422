import { Suspense, useMemo, useState } from "react";
import { data, redirect, useRevalidator } from "react-router";
import { backend } from "#app/backend.server.ts";
import { callForPage, requireUser } from "#app/guard.server.ts";
import { getLanguage } from "#app/i18n/middleware.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { readCookie } from "#app/read-cookie.ts";
import { EnergySummary } from "#app/ui/energy/energy-summary.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { StyledNotice } from "#app/ui/styled-notice.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { usePolling } from "#app/ui/use-polling.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import type { Route } from "./+types/page";
import { listCountryNames, provideCountryNames } from "./country-name.ts";
import { EmptyList } from "./empty-list.tsx";
import { keepQuery } from "./kept-query.ts";
import {
  areUsual,
  CARD_COLUMNS,
  COLUMNS_COOKIE,
  readColumns,
  USUAL_COLUMNS,
  withYield,
} from "./list-columns.ts";
import { ListHead } from "./list-head.tsx";
import { listAddress, pagesOf, readListQuery, toOperationInput } from "./list-query.ts";
import { ListTools } from "./list-tools.tsx";
import { type ListedSite, packSites, unpackSites } from "./packed-sites.ts";
import { SearchHead } from "./search-head.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { SiteTable } from "./site-table.tsx";
import { tagSites } from "./tag-sites.server.ts";
import { type Tally, TallyStrip } from "./tally-strip.tsx";
import { useSelection } from "./use-selection.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.siteList" }] };

/** Reasons for a redirect to this page. */
const NOTICES = ["notYours", "notAllowed"] as const;

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const query = readListQuery(args.url.searchParams);
  const notice = args.url.searchParams.get("notice");
  const language = getLanguage(args.context);
  const countries = listCountryNames(query.country === "" ? [] : [query.country], language);
  const headers = { "Set-Cookie": keepQuery(query) };
  const isMap = query.view === "map";
  const isSearch = query.view === "search";
  const chosen = query.columns ?? readColumns(readCookie(args.request, COLUMNS_COOKIE));
  const usual = isSearch ? CARD_COLUMNS : (chosen ?? USUAL_COLUMNS);
  const columns = query.sort === "yield" ? withYield(usual) : usual;
  const [{ list, total, ownsSites, tallies }, filters] = await Promise.all([
    callForPage(args, "POST /site/v4/getBriefListBySearchFilterAndReorder", {
      ...toOperationInput(query),
      // The map loads its own sites.
      ...(isMap ? { page: 1, size: 1 } : {}),
      yields: !isMap && columns.includes("yield"),
      more: !isMap && (query.picking || !areUsual(columns)),
    }),
    isSearch ? callForPage(args, "POST /site/v2/getListFilters", {}) : null,
  ]);
  const page = {
    ...{ query, demo, countries, total, ownsSites },
    notice: NOTICES.find((one) => one === notice),
    tallies: tallies.map(({ status, sites }) => `${status} ${sites}`).join(),
  };
  if (isMap) return data({ ...page, list: null }, { headers });
  const pages = pagesOf(total);
  if (query.page > pages) throw redirect(listAddress(query, { page: pages }));
  const now = args.context.get(backend).context.now();
  const shown = [...countriesIn(list), ...(filters?.countries.map(({ code }) => code) ?? [])];
  countries.push(...listCountryNames(shown, language));
  const shownList = { sites: packSites(list, now), columns, filters, now };
  return data({ ...page, list: shownList }, { headers });
}

function countriesIn(list: readonly ListedSite[]): string[] {
  return list.flatMap(({ more }) => (more === null || more.country === "" ? [] : [more.country]));
}

/** Adds or removes a tag of the selected sites. */
export const action = (args: Route.ActionArgs) => tagSites(args);

type Data = Route.ComponentProps["loaderData"];
type List = NonNullable<Data["list"]>;

export default function SiteListRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <SiteList {...loaderData} />
    </Suspense>
  );
}

const InvitationsNotice = lazyComponent(() => import("../invitations-notice.tsx"), {
  reportErrors: false,
});
const MapView = lazyComponent(() => import("./map-view.tsx"));

function SiteList({ query, demo, notice, list, countries, total, ownsSites, ...page }: Data) {
  usePageTexts("listtools", "sitelist");
  const { t, i18n } = useTranslation("sitelist");
  if (!import.meta.env.SSR) provideCountryNames(countries, i18n.language);
  const isMounted = useHydrated();
  const tallies = useMemo(() => readTallies(page.tallies), [page.tallies]);
  const sites = useMemo(() => (list === null ? [] : unpackSites(list.sites)), [list]);
  const { selected, pick, pickAll, clear } = useSelection(query.picking);
  /** The user's own sites on the map. */
  const [onMap, setOnMap] = useState<readonly number[]>([]);
  const own = list === null ? onMap : ownIdsOf(sites);
  return (
    <>
      <PageTitle page={t("title")} />
      <ListHead query={query} total={total} maySelect={ownsSites} demo={demo} />
      {tallies.some((tally) => tally.sites > 1) && <TallyStrip query={query} tallies={tallies} />}
      {notice && (
        <StyledNotice tone="warning" mb="4">
          {t(notice)}
        </StyledNotice>
      )}
      {isMounted && !demo && (
        <Suspense>
          <InvitationsNotice />
        </Suspense>
      )}
      {list?.filters && <SearchHead query={query} filters={list.filters} />}
      <ListTools query={query} columns={list?.columns ?? USUAL_COLUMNS} demo={demo} />
      {query.picking && (
        <SelectionBar
          query={query}
          selected={selected}
          onClear={clear}
          onAll={() => pickAll(own)}
        />
      )}
      {list !== null && (
        <Sites query={query} {...{ list, sites, total, demo, selected }} onPick={pick} />
      )}
      {list === null && isMounted && (
        <Suspense>
          <MapView selected={query.picking ? selected : null} onPick={pick} onOwn={setOnMap} />
        </Suspense>
      )}
      <EnergySummary />
    </>
  );
}

/** React Router serializes loader data value by value, so the tallies are one text. */
function readTallies(text: string): Tally[] {
  return text.split(",").map((one) => {
    const [status = "", sites] = one.split(" ");
    return { status: status as Tally["status"], sites: Number(sites) };
  });
}

function ownIdsOf(sites: readonly ListedSite[]): number[] {
  return sites.filter(({ more }) => more?.owner === true).map(({ id }) => id);
}

type SitesProps = {
  query: Data["query"];
  list: List;
  sites: readonly ListedSite[];
  total: number;
  demo: boolean;
  selected: ReadonlySet<number>;
  onPick(siteId: number, on: boolean): void;
};

function Sites({ query, list, sites, total, demo, selected, onPick }: SitesProps) {
  const { columns, now } = list;
  const { revalidate } = useRevalidator();
  // The shell revalidates when the page becomes visible again.
  usePolling(() => void revalidate(), MINUTE_MS);
  return (
    <>
      {sites.length === 0 ? (
        <EmptyList query={query} demo={demo} />
      ) : (
        <SiteTable
          sites={sites}
          query={query}
          columns={columns}
          now={now}
          selected={selected}
          onPick={onPick}
        />
      )}
      <Pager
        page={query.page}
        pages={pagesOf(total)}
        addressOf={(page) => listAddress(query, { page })}
      />
    </>
  );
}
