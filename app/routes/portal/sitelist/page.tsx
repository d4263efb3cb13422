import { useMemo } from "react";
import { redirect } from "react-router";
import { backend } from "../../../backend.server.ts";
import { callForPage } from "../../../guard.server.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { styled } from "../../../theme/styled.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Pager } from "../../../ui/pager.tsx";
import type { CrumbHandle } from "../../../ui/shell/breadcrumbs.tsx";
import type { Route } from "./+types/page";
import { EmptyList } from "./empty-list.tsx";
import { listAddress, pagesOf, readListQuery, toOperationInput } from "./list-query.ts";
import { ListTools } from "./list-tools.tsx";
import { packSites, unpackSites } from "./packed-sites.ts";
import { SiteTable } from "./site-table.tsx";
import { useFreshList } from "./use-fresh-list.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.siteList" }] };

/** Why somebody was led here. */
const NOTICES = ["notYours", "notAllowed"] as const;

export async function loader(args: Route.LoaderArgs) {
  const query = readListQuery(args.url.searchParams);
  const { list, total } = await callForPage(
    args,
    "POST /site/v4/getBriefListBySearchFilterAndReorder",
    toOperationInput(query),
  );
  const pages = pagesOf(total);
  if (query.page > pages) throw redirect(listAddress(query, { page: pages }));
  const notice = args.url.searchParams.get("notice");
  return {
    query,
    total,
    sites: packSites(list),
    now: args.context.get(backend).context.now(),
    notice: NOTICES.find((one) => one === notice),
  };
}

export default function SiteList({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("sitelist");
  const { query, total, now, notice } = loaderData;
  const sites = useMemo(() => unpackSites(loaderData.sites), [loaderData.sites]);
  useFreshList();
  return (
    <>
      <PageTitle page={t("title")} />
      <Head>
        <h1>{t("title")}</h1>
        <p>{t("count", { count: total })}</p>
      </Head>
      {notice && (
        <Notice tone="warning" mb="4">
          {t(notice)}
        </Notice>
      )}
      <ListTools query={query} />
      {sites.length === 0 ? (
        <EmptyList query={query} />
      ) : (
        <SiteTable sites={sites} query={query} now={now} />
      )}
      <Pager
        page={query.page}
        pages={pagesOf(total)}
        addressOf={(page) => listAddress(query, { page })}
      />
    </>
  );
}

const Head = styled("div", {
  display: "flex",
  alignItems: "baseline",
  gap: "3",
  mb: "4",
  "& h1": {
    textStyle: { base: "xl", md: "2xl" },
    fontWeight: "semibold",
  },
  "& p": { color: "fg.muted", textStyle: "sm" },
});
