import { Suspense } from "react";
import { callForPage, openSite, requireUser } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { siteSearch } from "#app/site-search.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { CrumbHandle } from "#app/ui/shell/breadcrumbs.tsx";
import { can } from "#domain/access/can.ts";
import type { Route } from "./+types/page";
import { perform } from "./actions.server.ts";
import { DeviceView } from "./device-view.tsx";

export const handle: CrumbHandle = { crumbs: () => [{ label: "navigation.devices" }] };

export async function loader(args: Route.LoaderArgs) {
  const { demo } = requireUser(args);
  const opened = await openSite(args);
  const { role, owner, key: siteKey } = opened;
  const devices = await callForPage(args, "POST /site/v2/equipment/getMergeBySiteId", { siteKey });
  const wanted = args.url.searchParams.get("tab");
  return {
    site: {
      search: siteSearch(opened),
      name: opened.name,
      timeZone: opened.timeZone.timeZoneId,
    },
    mayEdit: can({ role, owner, demo, share: false }, "editEquipment"),
    tab: devices.tabs.find(({ key }) => key === wanted?.toUpperCase())?.key ?? null,
    ...devices,
  };
}

export async function action(args: Route.ActionArgs) {
  return perform(args);
}

export default function DeviceRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <DevicePage {...loaderData} />
    </Suspense>
  );
}

function DevicePage(data: Route.ComponentProps["loaderData"]) {
  usePageTexts("devices");
  const { t } = useTranslation("devices");
  return (
    <>
      <PageTitle page={`${t("title")} · ${data.site.name}`} />
      <DeviceView {...data} />
    </>
  );
}
