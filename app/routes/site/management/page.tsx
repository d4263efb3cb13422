import { Suspense } from "react";
import { backend } from "#app/backend.server.ts";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { styled } from "#app/theme/styled.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { can } from "#domain/access/can.ts";
import { formatLocalDay } from "#domain/units/local-time.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { HistorySection } from "./history-section.tsx";
import { MembersSection } from "./members-section.tsx";
import { LeaveSection, TransferOwnershipSection } from "./own-section.tsx";
import { WaitingSection } from "./waiting-section.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.management" }] };

const HISTORY_PAGE = 20;

export async function loader(args: Route.LoaderArgs) {
  const person = requireUser(args);
  const site = await openSite(args);
  const siteKey = site.key;
  const actor = { role: site.role, owner: site.owner, demo: person.demo, share: false };
  const mayManage = can(actor, "manageMembers");
  const page = readPage(args.url.searchParams.get("history"));
  const [members, waiting, history] = await Promise.all([
    callForPage(args, "POST /site/v2/user/getNormalBySiteId", { siteKey }),
    callForPage(args, "POST /site/v2/user/getCheckBySiteId", { siteKey }),
    mayManage
      ? callForPage(args, "POST /site/v2/user/getAccessChanges", {
          siteKey,
          page,
          size: HISTORY_PAGE,
        })
      : null,
  ]);
  const { timeZoneId } = site.timeZone;
  return {
    members: members.list,
    waiting,
    history: history && {
      list: history.list,
      page,
      pages: Math.ceil(history.total / HISTORY_PAGE),
    },
    search: siteSearch(site),
    managed: {
      name: site.name,
      timeZone: timeZoneId,
      today: formatLocalDay(args.context.get(backend).context.now(), timeZoneId),
      personId: person.id,
      mayManage,
      isOwner: site.owner,
    },
  };
}

function readPage(typed: string | null): number {
  const page = Number(typed);
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function ManagementRoute(props: Route.ComponentProps) {
  return (
    <Suspense>
      <Management {...props} />
    </Suspense>
  );
}

function Management({ loaderData, actionData }: Route.ComponentProps) {
  const { members, waiting, history, managed, search } = loaderData;
  usePageTexts("management");
  const { t } = useTranslation("management");
  return (
    <Sections>
      <PageTitle page={`${t("title")} · ${managed.name}`} />
      <WaitingSection
        applications={waiting.applications}
        invitations={waiting.invitations}
        site={managed}
      />
      <MembersSection members={members} site={managed} sent={actionData} />
      {managed.isOwner ? (
        <TransferOwnershipSection site={managed} pending={waiting.transfer} />
      ) : (
        <LeaveSection site={managed} />
      )}
      {history && (
        <HistorySection
          history={history}
          timeZone={managed.timeZone}
          addressOf={(page) => `/management${search}&history=${page}`}
        />
      )}
    </Sections>
  );
}

const Sections = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
});
