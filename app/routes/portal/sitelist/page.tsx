import { Flex, Heading, Text } from "@chakra-ui/react";
import { useTranslation } from "react-i18next";
import { backend } from "../../../backend.server.ts";
import { callForPage } from "../../../guard.server.ts";
import { siteSearch } from "../../../site-search.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import type { CrumbHandle } from "../../../ui/shell/breadcrumbs.tsx";
import type { Route } from "./+types/page";
import { EmptyList } from "./empty-list.tsx";
import { readListQuery, toOperationInput } from "./list-query.ts";
import { ListTools } from "./list-tools.tsx";
import { Pager } from "./pager.tsx";
import { SiteTable } from "./site-table.tsx";
import { useFreshList } from "./use-fresh-list.ts";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.siteList" }] };

export async function loader(args: Route.LoaderArgs) {
  const query = readListQuery(args.url.searchParams);
  const { list, total } = await callForPage(
    args,
    "POST /site/v4/getListBySearchFilterAndReorder",
    toOperationInput(query),
  );
  return {
    query,
    total,
    sites: list.map((site) => ({
      id: site.id,
      address: `/realtime${siteSearch(site)}`,
      name: site.name,
      location: site.location,
      timeZone: site.timeZone.timeZoneId,
      status: site.status,
      online: site.online,
      since: site.since,
      alarm: site.alarmStatus,
      batterySoc: site.batterySoc,
      solar: site.solar,
      figuresAt: site.figuresAt,
    })),
    now: args.context.get(backend).context.now(),
    notYours: args.url.searchParams.get("notice") === "notYours",
  };
}

export default function SiteList({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("sitelist");
  const { query, total, sites, now, notYours } = loaderData;
  useFreshList();
  return (
    <>
      <PageTitle page={t("title")} />
      <Flex align="baseline" gap="3" mb="4">
        <Heading as="h1" textStyle={{ base: "xl", md: "2xl" }} fontWeight="semibold">
          {t("title")}
        </Heading>
        <Text color="fg.muted" textStyle="sm">
          {t("count", { count: total })}
        </Text>
      </Flex>
      {notYours && (
        <Notice tone="warning" mb="4">
          {t("notYours")}
        </Notice>
      )}
      <ListTools query={query} />
      {sites.length === 0 ? (
        <EmptyList query={query} />
      ) : (
        <SiteTable sites={sites} query={query} now={now} />
      )}
      <Pager query={query} total={total} />
    </>
  );
}
